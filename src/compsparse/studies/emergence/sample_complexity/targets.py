"""When runs reach the document's targets: directions learned, and the loss that then remains.

Samples are counted, not steps. The loss that remains once p directions are learned is the
document's own integral of s^-2 beta from p on, p^(1 - 2 beta) / (2 beta - 1), in units of the whole
sum zeta(2 beta): an exact power of p, and between the losses before and after direction p.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64
from scipy.special import zeta

from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.tables import table_of
from workflow_engine.artifacts.named_axes import read_dataclass

Targets = Float64[np.ndarray, " target"]
Curve = Float64[np.ndarray, " logged"]


@dataclass(frozen=True)
class _History:
    """Runs of SGD at one step size; losses are NaN from an overflow on."""

    step: Int64[np.ndarray, " logged"]
    loss: Float64[np.ndarray, "run logged"]
    aligned: Float64[np.ndarray, "run direction"]
    failed: Int64[np.ndarray, " run"]
    exponent: float
    rank: int
    excess: float
    samples: int

    def __post_init__(self) -> None:
        if not np.isfinite(self.loss[self.failed < 0]).all():
            raise ValueError("A run that did not overflow has a loss that is not a number.")
        if not np.isfinite(self.loss[:, 0]).all():
            raise ValueError("A run overflowed before anything was seen of it.")
        if not (self.loss[np.isfinite(self.loss)] > 0).all():
            raise ValueError("A loss is zero or below: the teacher's tail is missing in it.")


def remaining_loss(exponent: float, rank: Int64[np.ndarray, " target"]) -> Targets:
    """Return the loss that the document's integral leaves once the first directions are learned."""
    total = (2 * exponent - 1) * zeta(2 * exponent)
    return np.asarray(rank.astype(np.float64) ** (1 - 2 * exponent) / total)


def targets(path: Path) -> pd.DataFrame:
    """Return one row per run and target, p = 1 to P.

    Columns: exponent, beta; rank and excess, of the step size; run; target, p; level, the loss to
    reach; in samples, or empty: aligned, until direction p is, all_aligned, until 1 to p are,
    reached, until the loss falls to the level; overflowed, whether the run ended so.
    """
    history = read_dataclass(path, _History)
    batch = float(history.samples)
    time, aligned = history.step.astype(np.float64) * batch, history.aligned * batch
    runs, directions = aligned.shape
    rank = np.arange(1, directions + 1)
    level = remaining_loss(history.exponent, rank)
    # directions that are never learned come last
    last = np.maximum.accumulate(np.where(np.isnan(aligned), np.inf, aligned), axis=1)
    step_size = {"exponent": history.exponent, "rank": history.rank, "excess": history.excess}
    return table_of(
        {**step_size, "run": range(runs), "target": rank},
        level=level,
        aligned=aligned,
        all_aligned=np.where(np.isinf(last), np.nan, last),
        reached=[_reached(time, loss, level) for loss in history.loss],
        overflowed=(history.failed >= 0).astype(np.int64)[:, None],
    )


def _reached(time: Curve, loss: Curve, levels: Targets) -> Targets:
    # interpolation in log-log is exact for a power law
    known = np.isfinite(loss)
    moment, fall = np.log(time[known]), -np.log(loss[known])
    crossed = [first_crossing(moment, fall[:, None], -float(np.log(level))) for level in levels]
    return np.asarray(np.exp(np.concatenate(crossed)))
