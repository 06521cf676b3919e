"""The loss of one direction, run by run: a plateau, then a fall (document 003, Part I)."""
# the losses of runs fall at different steps, so that their mean falls gradually: the unit of steps
# of each run is its own step of half the loss

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats

_COLUMNS = ("order", "dimension", "run", "outcome", "half_step", "fraction", "loss")
FALLEN, NOT_FALLEN, FAILED = "fallen", "not fallen", "failed"

# of the step of half the loss: dense where the loss falls
FRACTIONS = np.round(
    np.concatenate([np.arange(0.05, 0.7, 0.1), np.arange(0.7, 1.4, 0.03), [1.5, 1.6]]), 2
)


@dataclass(frozen=True)
class _History:
    order: int
    dimension: int
    step: Int64[np.ndarray, " logged"]
    loss: Float64[np.ndarray, "run logged"]
    begun: Float64[np.ndarray, " run"]
    half: Float64[np.ndarray, " run"]
    fallen: Float64[np.ndarray, " run"]
    failed: Bool[np.ndarray, " run"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return each run's loss by fractions of its own step of half the loss, and how long it fell.

    A run that has not fallen by the last step has one row, without a loss. Fractions beyond the
    last step, or before the first logged one, have no row.
    """
    frames, statistics = [], {}
    for path in stats.many(inputs, "histories"):
        history = stats.read_dataclass(path, _History)
        frames.append(_curves(history))
        fallen = np.isfinite(history.fallen)
        if not fallen.any():
            raise ValueError(
                f"No run of order {history.order} has fallen by its last step; raise "
                "duration, or lower the step constant if runs failed."
            )
        shares = fall_share(history.begun[fallen], history.fallen[fallen])
        statistics[f"fall_share_order_{history.order}"] = stats.MeanOf(shares, stats.SHARE)
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)


def fall_share(begun: np.ndarray, fallen: np.ndarray) -> np.ndarray:
    """Return the steps from 0.9 to 0.1 of the loss at the start, as a share of all up to 0.1."""
    share: np.ndarray = (fallen - begun) / fallen
    return share


def _curves(history: _History) -> pd.DataFrame:
    step = history.step.astype(np.float64)
    frames = []
    for run_index, half in enumerate(history.half):
        fraction = loss = np.array([np.nan])
        outcome = FAILED if history.failed[run_index] else NOT_FALLEN
        if np.isfinite(history.fallen[run_index]):
            outcome, steps = FALLEN, FRACTIONS * half
            known = (steps >= step[0]) & (steps <= step[-1])
            fraction = FRACTIONS[known]
            loss = np.round(np.interp(steps[known], step, history.loss[run_index]), 5)
        cell = (history.order, history.dimension, run_index, outcome, half, fraction, loss)
        frames.append(pd.DataFrame(dict(zip(_COLUMNS, cell, strict=True))))
    curves = pd.concat(frames, ignore_index=True)
    # a run that overflowed after its fall has no loss from there on
    seen: pd.DataFrame = curves.loc[np.isfinite(curves["loss"]) | (curves["outcome"] != FALLEN)]
    return seen
