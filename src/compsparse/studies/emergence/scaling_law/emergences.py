"""Emergence times and losses, read from histories of the flow and of online SGD alike."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64, Int64

from workflow_engine.artifacts import errors, named_axes

_ALIGNED = Float64[np.ndarray, "run direction"]
_FLOW = {
    "time": Float64[np.ndarray, " time"],
    "loss": Float64[np.ndarray, "run time"],
    "aligned": _ALIGNED,
}
_SGD = {
    "step": Int64[np.ndarray, " step"],
    "loss": Float64[np.ndarray, "run step"],
    "aligned": _ALIGNED,
    "failed": Int64[np.ndarray, " run"],
}


@dataclass(frozen=True)
class Emergences:
    """Runs with the same teacher, in the time of the flow: eta times the number of steps."""

    time: Float64[np.ndarray, " time"]
    loss: Float64[np.ndarray, "run time"]  # the teacher's tail included; NaN once a run failed
    emergence: Float64[np.ndarray, "run direction"]  # T_p, when M^2 crosses 1/2; NaN where never
    failed: Bool[np.ndarray, " run"]  # weights that overflowed

    @property
    def complete(self) -> Bool[np.ndarray, " run"]:
        """Whether a run learned every direction, none at the start already, and did not fail."""
        emerged = np.isfinite(self.emergence) & (self.emergence > self.time[0])
        return np.asarray(emerged.all(axis=1) & ~self.failed)


def read_flow(path: Path) -> Emergences:
    """Read a history of ``train_population_flow``; no flow fails."""
    arrays = named_axes.read_named_axes(path, _FLOW)
    failed = np.zeros(len(arrays["aligned"]), dtype=bool)
    return _checked(path, arrays["time"], arrays["loss"], arrays["aligned"], failed)


def read_sgd(path: Path, step_size: float) -> Emergences:
    """Read a history of ``train_online_sgd``."""
    arrays = named_axes.read_named_axes(path, _SGD)
    return _checked(
        path,
        step_size * arrays["step"],
        arrays["loss"],
        step_size * arrays["aligned"],
        arrays["failed"] >= 0,
    )


def _checked(
    path: Path, time: np.ndarray, loss: np.ndarray, emergence: np.ndarray, failed: np.ndarray
) -> Emergences:
    if not ((np.diff(time) > 0).all() and time[0] > 0):
        raise errors.ArtifactError(path, "Times must be positive and rise.")
    if not np.isfinite(loss[~failed]).all():
        raise errors.ArtifactError(path, "The loss of a run that did not fail is not finite.")
    return Emergences(time, loss, emergence, failed)
