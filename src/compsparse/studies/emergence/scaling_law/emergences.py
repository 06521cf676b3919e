"""Emergence times and losses, read from histories of the flow and of online SGD alike."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.studies.emergence.arrays import ByTime
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import read_dataclass


@dataclass(frozen=True)
class _Flow:
    time: ByTime
    loss: Float64[np.ndarray, "run time"]
    aligned: Float64[np.ndarray, "run direction"]


@dataclass(frozen=True)
class _SGD:
    step: Int64[np.ndarray, " step"]
    loss: Float64[np.ndarray, "run step"]
    aligned: Float64[np.ndarray, "run direction"]
    failed: Int64[np.ndarray, " run"]


@dataclass(frozen=True)
class Emergences:
    """Runs with the same teacher, in the time of the flow: eta times the number of steps."""

    time: ByTime
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
    flow = read_dataclass(path, _Flow)
    failed = np.zeros(len(flow.aligned), dtype=bool)
    return _checked(path, Emergences(flow.time, flow.loss, flow.aligned, failed))


def read_sgd(path: Path, step_size: float) -> Emergences:
    """Read a history of ``train_online_sgd``."""
    sgd = read_dataclass(path, _SGD)
    time, emergence = step_size * sgd.step, step_size * sgd.aligned
    return _checked(path, Emergences(time, sgd.loss, emergence, sgd.failed >= 0))


def _checked(path: Path, runs: Emergences) -> Emergences:
    if not ((np.diff(runs.time) > 0).all() and runs.time[0] > 0):
        raise ArtifactError(path, "Times must be positive and rise.")
    if not np.isfinite(runs.loss[~runs.failed]).all():
        raise ArtifactError(path, "The loss of a run that did not fail is not finite.")
    return runs
