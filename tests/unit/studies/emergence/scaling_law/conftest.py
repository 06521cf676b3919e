"""Histories with planted exponents, as the steps ``train`` write them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from workflow_engine.artifacts.arrays import encode

WriteArrays = Callable[..., Path]


@pytest.fixture
def write_arrays(tmp_path: Path) -> WriteArrays:
    """Write arrays to a new file and return it."""

    def write(**arrays: np.ndarray) -> Path:
        path = tmp_path / f"history_{len(list(tmp_path.iterdir()))}.npz"
        path.write_bytes(encode(path, arrays))
        return path

    return write


def emergence_times(
    exponent: float, directions: int, runs: int, *, constant: float = 3.0
) -> np.ndarray:
    """Return T_p = constant p^exponent, for each run at another constant: [run, direction]."""
    ranks = np.arange(1.0, directions + 1)
    return constant * (1 + 0.1 * np.arange(runs))[:, None] * ranks**exponent


def flow(
    exponent: float, directions: int, runs: int, *, loss: float = -1.0
) -> dict[str, np.ndarray]:
    """Return a history whose emergence times and loss are exact power laws."""
    times = emergence_times(exponent, directions, runs)
    time = np.geomspace(0.1, 2 * times.max(), 4000)
    return {
        "time": time,
        "loss": np.tile(0.5 * (time / time[-1]) ** loss, (runs, 1)),
        "aligned": times,
    }
