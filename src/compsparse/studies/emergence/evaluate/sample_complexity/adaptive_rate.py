"""Samples at the step suited to the directions that are wanted (document 003, part I).

The document reads: at eta ~ a_p_bar d^(-k/2) the p_bar strongest directions are learned after
n ~ p_bar^(2 beta) samples, where the loss is ~ n^((1 - 2 beta) / (2 beta)). Every step size is
constant in its run; runs are whole students in online SGD.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics.power_law import log_log_slope
from compsparse.statistics.replicates import (
    ANY_VALUE,
    SHARE,
    Statistic,
    replicate_metrics,
    require_balanced,
)
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.emergence.evaluate.sample_complexity.targets import targets
from compsparse.studies.emergence.plan.collector import slug

RESULT = "emergence_adaptive_rate"


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what every step size reaches, and the exponents of the suited ones, one per run.

    A run in which a target is not reached has no exponent, since one of its numbers of samples is
    infinite; the share of reached targets counts it.

    Raises:
        ArtifactError: an unusable history.
        ValueError: step sizes that were not trained with the same runs.
    """
    table = pd.concat([targets(path) for path in many(inputs, "histories")], ignore_index=True)
    require_balanced(table, ["exponent", "rank", "excess", "target"])
    statistics: dict[str, tuple[Statistic, tuple[float, float]]] = {
        "direction_exponent": (direction_exponent, ANY_VALUE),
        "samples_exponent": (samples_exponent, ANY_VALUE),
        "learned_share": (learned_share, SHARE),
        "loss_exponent": (loss_exponent, ANY_VALUE),
        "envelope_exponent": (envelope_exponent, ANY_VALUE),
    }
    metrics: dict[str, dict[str, float | int]] = {}
    for exponent, rows in table.groupby("exponent"):
        named = {f"{name}_{beta_name(exponent)}": value for name, value in statistics.items()}
        metrics |= replicate_metrics(rows, named, result=RESULT, root_seed=params["root_seed"])
    return {"table": table, "metrics": {RESULT: metrics}}


def beta_name(exponent: object) -> str:
    """Return the part of a metric's name that tells the teacher's exponent."""
    return f"beta_{slug(float(str(exponent)))}"


def suited(rows: pd.DataFrame) -> pd.DataFrame:
    """Return, for each step size that is suited to a direction, the row of this direction."""
    own = rows[(rows["target"] == rows["rank"]) & (rows["excess"] == 1)]
    return own.sort_values("rank")


def direction_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in p of the samples until direction p is aligned at its own step."""
    own = suited(rows)
    return power(own["rank"], own["aligned"])


def samples_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in p_bar of the samples until directions 1 to p_bar are aligned."""
    own = suited(rows)
    return power(own["rank"], own["all_aligned"])


def learned_share(rows: pd.DataFrame) -> float:
    """Return the share of the step sizes at which all directions up to p_bar are aligned."""
    return float(suited(rows)["all_aligned"].notna().mean())


def loss_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in n of the loss that each step size is suited to reach."""
    own = suited(rows)
    return power(own["reached"], own["level"])


def envelope_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in n of the least loss over the step sizes, each seen until the end."""
    own = suited(rows)
    wanted = rows[rows["target"].isin(own["rank"]) & (rows["excess"] == 1)]
    # a step size that never gets there is no bound on the others
    first = wanted.groupby("target")[["reached", "level"]].min()
    return power(first["reached"], first["level"])


def power(x: Sequence[float] | pd.Series, y: Sequence[float] | pd.Series) -> float | None:
    """Return the exponent of y = x^b by least squares, None where a value is not reached."""
    across, up = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if not (np.isfinite(across).all() and np.isfinite(up).all()):
        return None
    return log_log_slope(across, up)
