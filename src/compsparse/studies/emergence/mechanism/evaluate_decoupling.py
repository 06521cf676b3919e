"""When directions are learned in a whole network, and when each would be learned alone.

Document 003, part I, proof sketch, claim 1: while winners overlap little with other directions,
these are learned approximately independently. The decoupled flow is this statement as a law.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.tables import table_of

_HISTORY = {
    "time": Float64[np.ndarray, " time"],
    "loss": Float64[np.ndarray, "run time"],
    "aligned": Float64[np.ndarray, "run direction"],
}
_NOT_NEGATIVE = (0.0, np.inf)


@stats.evaluates
def run(inputs: stats.Inputs, *, exponent: float) -> stats.Evaluation:
    """Compare the histories ``coupled`` and ``decoupled`` run by run.

    Rows of the kind ``emergence`` have the times at which a direction is learned, missing where it
    is not; of ``loss``, the losses at a time. ``exponent``, beta, is only written to the table.
    """
    coupled, decoupled = (
        stats.read_named_axes(stats.single(inputs, law), _HISTORY)
        for law in ("coupled", "decoupled")
    )
    runs, directions = coupled["aligned"].shape
    common = {"run": range(runs), "exponent": exponent}
    ranks, time = {"direction": range(1, directions + 1)}, {"time": coupled["time"]}
    parts = (
        ("aligned", {"kind": "emergence", **common, **ranks, "time": np.nan}),
        ("loss", {"kind": "loss", **common, "direction": np.nan, **time}),
    )
    table = pd.concat(
        [table_of(axes, coupled=coupled[name], decoupled=decoupled[name]) for name, axes in parts],
        ignore_index=True,
    )
    statistics = stats.replicate_statistics(
        table,
        {
            "largest_time_difference": (largest_time_difference, _NOT_NEGATIVE),
            "mean_log_loss_difference": (mean_log_loss_difference, _NOT_NEGATIVE),
            "learned_alike": (learned_alike, stats.SHARE),
            "decoupled_exponent": (decoupled_exponent, stats.ANY_VALUE),
        },
    )
    return stats.Evaluation(table, statistics)


def largest_time_difference(rows: pd.DataFrame) -> float:
    """Return the largest |T_coupled / T_decoupled - 1| over directions learned under both laws."""
    coupled, decoupled = _learned_under_both(rows)
    return float(np.abs(coupled / decoupled - 1.0).max())


def mean_log_loss_difference(rows: pd.DataFrame) -> float:
    """Return the mean |ln(L_coupled / L_decoupled)| over log-spaced times of the emergences."""
    coupled, _ = _learned_under_both(rows)
    losses = rows[rows["kind"] == "loss"]
    within = losses[losses["time"].between(float(coupled.min()), float(coupled.max()))]
    if within.empty:
        raise ValueError(
            f"Run {_run(rows)} has no time between its first and its last emergence, "
            f"{coupled.min():g} and {coupled.max():g}; keep more `times`."
        )
    values = within[["coupled", "decoupled"]].to_numpy(dtype=np.float64)
    if not (values > 0).all():  # NaN too
        raise ValueError(
            f"Run {_run(rows)} has a loss of {values.min():g}; its logarithm needs it positive. "
            "Take a smaller initial_strength."
        )
    return float(np.abs(np.log(values[:, 0] / values[:, 1])).mean())


def learned_alike(rows: pd.DataFrame) -> float:
    """Return the share of directions learned under both laws or under neither."""
    emergence = rows[rows["kind"] == "emergence"]
    return float((emergence["coupled"].notna() == emergence["decoupled"].notna()).mean())


def decoupled_exponent(rows: pd.DataFrame) -> float:
    """Return the exponent of the rank in the times of the decoupled flow."""
    emergence = rows[(rows["kind"] == "emergence") & rows["decoupled"].notna()]
    ranks = emergence["direction"].to_numpy(dtype=np.float64)
    return stats.log_log_slope(ranks, emergence["decoupled"].to_numpy(dtype=np.float64))


def _learned_under_both(
    rows: pd.DataFrame,
) -> tuple[Float64[np.ndarray, " learned"], Float64[np.ndarray, " learned"]]:
    times = rows[rows["kind"] == "emergence"][["coupled", "decoupled"]].dropna()
    if len(times) < 2:
        raise ValueError(
            f"Run {_run(rows)} has {len(times)} directions that are learned under both laws; a "
            "comparison needs 2. Take a longer `duration`."
        )
    return times["coupled"].to_numpy(), times["decoupled"].to_numpy()


def _run(rows: pd.DataFrame) -> int:
    return int(rows["run"].iloc[0])
