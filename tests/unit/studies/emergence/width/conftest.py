"""Histories of students that do exactly what the scaling law says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.artifacts.arrays import encode

EXPONENTS = [0.75, 1.0]
WIDTHS = [2, 4, 8, 16, 32]
DIRECTIONS = 64
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "exponents": EXPONENTS,
    "widths": WIDTHS,
    "order": 4,
    "initial_strength": 1e-6,
}

Arrays = dict[str, np.ndarray]
# makes the arrays of one history: (exponent, neurons, runs)
Make = Callable[[float, int, int], Arrays]
WriteSweep = Callable[..., dict[str, Any]]


def staircase(exponent: float, neurons: int, runs: int) -> Arrays:
    """Return the history of students of which m take the first m directions, p at p^beta."""
    teacher = PowerLawTeacher(exponent, DIRECTIONS)
    time = np.geomspace(0.1, 1e4, 100)
    learned_at = np.arange(1.0, DIRECTIONS + 1) ** exponent
    learned_at[neurons:] = np.inf
    loss = 1.0 - (teacher.amplitudes**2 * (time[:, None] >= learned_at)).sum(axis=1)
    share = np.isfinite(learned_at).astype(np.float64)
    recovered = np.where(share > 0, learned_at, np.nan)
    return {"time": time} | {
        name: np.tile(array, (runs, 1))
        for name, array in (("loss", loss), ("share", share), ("recovered", recovered))
    }


def law(exponent: float, neurons: int, runs: int) -> Arrays:
    """Return a history whose loss is the larger of the two powers, after a flat start at 1."""
    arrays = staircase(exponent, neurons, runs)
    power = arrays["time"] ** ((1 - 2 * exponent) / exponent)
    loss = np.minimum(np.maximum(power, neurons ** (1 - 2 * exponent)), 1.0)
    return arrays | {"loss": np.tile(loss, (runs, 1))}


@pytest.fixture
def write_sweep(tmp_path: Path) -> WriteSweep:
    """Write the histories of a sweep and starts that lead to them; return the inputs."""

    def write(make: Make, runs: int = 3) -> dict[str, Any]:
        paths = []
        for exponent in EXPONENTS:
            for neurons in WIDTHS:
                path = tmp_path / f"{exponent}-{neurons}.npz"
                path.write_bytes(encode(path, make(exponent, neurons, runs)))
                paths.append(path)
        starts = tmp_path / "starts.npz"
        # neuron i is close to direction i and to no other one
        coordinates = np.tile(0.05 * np.eye(WIDTHS[-1], DIRECTIONS), (runs, 1, 1))
        counts = {"directions": np.array(DIRECTIONS), "dimension": np.array(10_000)}
        starts.write_bytes(encode(starts, {"coordinates": coordinates} | counts))
        return {"histories": paths, "starts": starts}

    return write
