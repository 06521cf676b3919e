"""Histories of runs whose every number of samples is known."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.sample_complexity.targets import remaining_loss
from workflow_engine.artifacts.arrays import encode

Write = Callable[..., Path]
DIRECTIONS = 8
RUNS = 3


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a history whose loss is a power law in samples, and return its file."""

    def make(
        rank: int,
        *,
        excess: float = 1.0,
        exponent: float = 1.0,
        direction_power: float = 1.0,
        loss_power: float | None = None,
        **changes: Any,
    ) -> Path:
        """Write runs in which direction p takes rank^beta p^direction_power times 10 samples.

        The loss falls with ``loss_power`` (the constant step's where None) to the level of the
        last direction at 8^beta rank^beta times 100 samples.
        """
        scale = rank**exponent / excess
        if loss_power is None:
            loss_power = (1 - 2 * exponent) / exponent
        step = np.unique(np.geomspace(1, 20_000, 400).round().astype(np.int64))
        samples = 4
        level = remaining_loss(exponent, np.array([DIRECTIONS]))[0]
        end = 100 * scale * DIRECTIONS**exponent
        loss = level * (step * samples / end) ** loss_power
        aligned = 10 * scale * np.arange(1.0, DIRECTIONS + 1) ** direction_power / samples
        arrays = {
            "step": step,
            "loss": np.tile(loss, (RUNS, 1)),
            "aligned": np.tile(aligned, (RUNS, 1)),
            "failed": np.full(RUNS, -1),
            "exponent": np.array(exponent),
            "rank": np.array(rank),
            "excess": np.array(excess),
            "samples": np.array(samples),
        }
        path = tmp_path / f"beta_{exponent:g}_rank_{rank}_excess_{excess:g}.npz"
        path.write_bytes(encode(path, arrays | changes))
        return path

    return make
