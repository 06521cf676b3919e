"""When runs reach the document's targets: directions learned, and the loss that then remains.

Samples are counted, not steps. The loss that remains once p directions are learned is the
document's own integral of s^-2 beta from p on, p^(1 - 2 beta) / (2 beta - 1), in units of the whole
sum zeta(2 beta): an exact power of p, and between the losses before and after direction p.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64
from scipy.special import zeta

from compsparse.studies.emergence.crossings import first_crossing
from workflow_engine.artifacts import errors, named_axes

_HISTORY = {
    "step": Int64[np.ndarray, " logged"],
    "loss": Float64[np.ndarray, "run logged"],
    "aligned": Float64[np.ndarray, "run direction"],
    "failed": Int64[np.ndarray, " run"],
    "exponent": Float64[np.ndarray, ""],
    "rank": Int64[np.ndarray, ""],
    "excess": Float64[np.ndarray, ""],
    "samples": Int64[np.ndarray, ""],
}


def remaining_loss(
    exponent: float, rank: Int64[np.ndarray, " target"]
) -> Float64[np.ndarray, " target"]:
    """Return the loss that the document's integral leaves once the first directions are learned."""
    total = (2 * exponent - 1) * zeta(2 * exponent)
    return np.asarray(rank.astype(np.float64) ** (1 - 2 * exponent) / total)


def targets(path: Path) -> pd.DataFrame:
    """Return one row per run and target, p = 1 to P.

    Columns: exponent, beta; rank and excess, of the step size; run; target, p; level, the loss to
    reach; in samples, or empty: aligned, until direction p is, all_aligned, until 1 to p are,
    reached, until the loss falls to the level; overflowed, whether the run ended so.
    """
    arrays = _read(path)
    batch = float(arrays["samples"])
    time = arrays["step"].astype(np.float64) * batch
    runs, directions = arrays["aligned"].shape
    rank = np.arange(1, directions + 1)
    exponent = float(arrays["exponent"])
    level = remaining_loss(exponent, rank)
    aligned = arrays["aligned"] * batch
    # directions that are never learned come last
    last = np.maximum.accumulate(np.where(np.isnan(aligned), np.inf, aligned), axis=1)
    families = [
        pd.DataFrame(
            {
                "exponent": exponent,
                "rank": int(arrays["rank"]),
                "excess": float(arrays["excess"]),
                "run": run,
                "target": rank,
                "level": level,
                "aligned": aligned[run],
                "all_aligned": np.where(np.isinf(last[run]), np.nan, last[run]),
                "reached": _reached(time, arrays["loss"][run], level),
                "overflowed": int(arrays["failed"][run] >= 0),
            }
        )
        for run in range(runs)
    ]
    return pd.concat(families, ignore_index=True)


def _reached(
    time: Float64[np.ndarray, " logged"],
    loss: Float64[np.ndarray, " logged"],
    levels: Float64[np.ndarray, " target"],
) -> Float64[np.ndarray, " target"]:
    # interpolation in log-log is exact for a power law
    known = np.isfinite(loss)
    moment, fall = np.log(time[known]), -np.log(loss[known])
    crossed = [first_crossing(moment, fall[:, None], -float(np.log(level))) for level in levels]
    return np.asarray(np.exp(np.concatenate(crossed)))


def _read(path: Path) -> dict[str, np.ndarray]:
    arrays = named_axes.read_named_axes(path, _HISTORY)
    loss, overflowed = arrays["loss"], arrays["failed"] >= 0
    if not np.isfinite(loss[~overflowed]).all():
        raise errors.ArtifactError(
            path, "A run that did not overflow has a loss that is not a number."
        )
    if not np.isfinite(loss[:, 0]).all():
        raise errors.ArtifactError(path, "A run overflowed before anything was seen of it.")
    if not (loss[np.isfinite(loss)] > 0).all():
        raise errors.ArtifactError(
            path, "A loss is zero or below: the teacher's tail is missing in it."
        )
    return arrays
