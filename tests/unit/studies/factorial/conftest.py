"""Histories with planted losses, written as a training step writes them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

STEPS = np.array([0, 1, 2, 4, 8, 16, 32, 64, 100])


@pytest.fixture
def write_history(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a history of runs with one loss per run (or a curve)."""
    written: list[Path] = []

    def write(losses: np.ndarray, remove: tuple[str, ...] = (), **arrays: np.ndarray) -> Path:
        losses = np.asarray(losses, dtype=np.float64)
        if losses.ndim == 1:
            losses = np.repeat(losses[:, None], len(STEPS), axis=1)
        runs = len(losses)
        content: dict[str, Any] = {
            "input_sizes": np.array([2, 2]),
            "output_sizes": np.array([8, 8]),
            "step": STEPS,
            "loss": losses,
            "flops": np.repeat(1000.0 * STEPS[None], runs, axis=0),
            "replicate": np.arange(runs),
            "approximation_complexity": np.full(runs, 16),
            "statistical_complexity": np.full(runs, 128),
            "embedding_dimension": np.full(runs, 4),
            "parents": np.full(runs, 2),
            "variant": np.zeros(runs, dtype=np.int64),
            "dataset": np.zeros(runs, dtype=np.int64),
        }
        content |= {name: np.asarray(array) for name, array in arrays.items()}
        path = tmp_path / f"history_{len(written)}.npz"
        written.append(path)
        np.savez(path, **{k: v for k, v in content.items() if k not in remove})
        return path

    return write
