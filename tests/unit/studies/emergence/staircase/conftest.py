"""Histories with planted emergence times."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.staircase.evaluate_staircase import unlearned
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.artifacts.arrays import encode

WriteHistory = Callable[..., Path]


def planted(times: np.ndarray, exponent: float = 1.0) -> dict[str, np.ndarray]:
    """Return a history of runs whose directions emerge at ``times`` [run, direction], at once."""
    runs, directions = times.shape
    teacher = PowerLawTeacher(exponent, directions)
    time = np.geomspace(0.1, 1e3, 2000)
    begun = time[None, :, None] >= np.where(np.isnan(times), np.inf, times)[:, None]
    return {
        "time": time,
        "loss": np.stack([unlearned(teacher, learned, time) for learned in times]),
        "alignment": np.where(begun, 1.0, 0.01),
        "aligned": times,
        "recovered": times,
        "start": np.full((runs, directions), 0.1),
    }


@pytest.fixture
def write_history(tmp_path: Path) -> WriteHistory:
    """Write a planted history with some arrays changed, and return its file."""

    def write(times: np.ndarray, **changes: Any) -> Path:
        path = tmp_path / "history.npz"
        arrays = {**planted(times), **changes}
        kept = {name: array for name, array in arrays.items() if array is not None}
        path.write_bytes(encode(path, kept))
        return path

    return write
