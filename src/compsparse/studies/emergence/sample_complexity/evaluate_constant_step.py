"""One step size for all directions: a steeper exponent, and the directions that a large one loses.

Document 003, part I, 'Remark on Discretization' and 'Proof Sketch': at a constant step size the
loss falls as n^((1 - 2 beta) / beta), half the known rate; too large a step loses weak directions.
"""

from functools import partial

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.sample_complexity import step_sizes

_DIFFERENCE_OF_SHARES = (-1.0, 1.0)


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return the targets that every step size reaches, and how a constant one differs by run."""
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
    """Return the exponent of the loss in n at the smallest step size, at the same losses."""
    chosen = smallest_step(rows)
    wanted = chosen[chosen["target"].isin(step_sizes.suited(rows)["rank"])]
    return step_sizes.power(wanted["reached"], wanted["level"])


def exponent_gap(rows: pd.DataFrame) -> float | None:
    """Return the exponent at suited step sizes minus that at the constant one, of the same run."""
    adaptive, constant = step_sizes.loss_exponent(rows), constant_loss_exponent(rows)
    return None if adaptive is None or constant is None else adaptive - constant


def fall_with_rank(rows: pd.DataFrame) -> float:
    """Return the learned share of the stronger minus the weaker half, at the largest step."""
    # with an odd number of directions, the middle one is in neither half
    chosen = _largest_step(rows)
    return _learned(chosen, weak=False) - _learned(chosen, weak=True)


def weak_share_lost(rows: pd.DataFrame) -> float:
    """Return the learned share of the weaker half at the smallest step minus at the largest."""
    share = partial(_learned, weak=True)
    return share(smallest_step(rows)) - share(_largest_step(rows))


def smallest_step(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the step size suited to the weakest of the directions to be learned."""
    chosen = rows[(rows["excess"] == 1) & (rows["rank"] == int(rows["rank"].max()))]
    return chosen.sort_values("target")


def _largest_step(rows: pd.DataFrame) -> pd.DataFrame:
    chosen = rows[rows["excess"] == float(rows["excess"].max())]
    return chosen.sort_values("target")


def _learned(rows: pd.DataFrame, *, weak: bool) -> float:
    directions = int(rows["target"].max())
    half = directions // 2
    chosen = rows["target"] > directions - half if weak else rows["target"] <= half
    return float(rows[chosen]["aligned"].notna().mean())
