"""One step size for all directions: a steeper exponent, and what too large a step loses.

Document 003, part I, 'Remark on Discretization' and 'Proof Sketch': at a constant step the loss
falls as n^((1 - 2 beta) / beta), half the known rate; too large a step leaves weak directions.
"""

from functools import partial

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.sample_complexity import step_sizes

_DIFFERENCE_OF_SHARES = (-1.0, 1.0)


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return what every step size reaches, and how one constant step differs, one value per run."""
    return step_sizes.compare(
        inputs,
        {
            "loss_exponent": (constant_loss_exponent, stats.ANY_VALUE),
            "exponent_gap": (exponent_gap, stats.ANY_VALUE),
            "fall_with_rank": (fall_with_rank, _DIFFERENCE_OF_SHARES),
            "weak_share_lost": (weak_share_lost, _DIFFERENCE_OF_SHARES),
        },
    )


def constant_loss_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent of the loss in n at the smallest step, from the same losses."""
    own = smallest_step(rows)
    wanted = own[own["target"].isin(step_sizes.suited(rows)["rank"])]
    return step_sizes.power(wanted["reached"], wanted["level"])


def exponent_gap(rows: pd.DataFrame) -> float | None:
    """Return the exponent at suited steps minus that at the constant step, of the same run."""
    adaptive, constant = step_sizes.loss_exponent(rows), constant_loss_exponent(rows)
    return None if adaptive is None or constant is None else adaptive - constant


def fall_with_rank(rows: pd.DataFrame) -> float:
    """Return the stronger half's share learned at the largest step, less the weaker half's."""
    # with an odd number of directions, the one in the middle does not count
    own = _largest_step(rows)
    return _learned(own, weak=False) - _learned(own, weak=True)


def weak_share_lost(rows: pd.DataFrame) -> float:
    """Return the share of the weaker half learned at the smallest step, less at the largest."""
    share = partial(_learned, weak=True)
    return share(smallest_step(rows)) - share(_largest_step(rows))


def smallest_step(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the step suited to the weakest of the wanted directions."""
    own = rows[(rows["excess"] == 1) & (rows["rank"] == int(rows["rank"].max()))]
    return own.sort_values("target")


def _largest_step(rows: pd.DataFrame) -> pd.DataFrame:
    own = rows[rows["excess"] == float(rows["excess"].max())]
    return own.sort_values("target")


def _learned(rows: pd.DataFrame, *, weak: bool) -> float:
    directions = int(rows["target"].max())
    half = directions // 2
    chosen = rows["target"] > directions - half if weak else rows["target"] <= half
    return float(rows[chosen]["aligned"].notna().mean())
