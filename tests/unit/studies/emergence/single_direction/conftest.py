"""Synthetic histories with a known answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workflow_engine.artifacts.arrays import encode

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a history of hitting times: learned after steps(c, d) times scatter of the runs."""

    def write(
        steps: Callable[[float, np.ndarray], np.ndarray],
        *,
        order: int = 3,
        constants: tuple[float, ...] = (0.1,),
        dimensions: tuple[int, ...] = (16, 32, 64),
        searched: float = 0.75,
        lost: int = 0,
        failed: int = 0,
        runs: int = 32,
        scatter: float = 0.05,
        **changes: Any,
    ) -> Path:
        d = np.array(dimensions)
        random = np.random.default_rng(0)
        shape = (len(constants), len(d), runs)
        middle = np.stack([steps(c, d.astype(np.float64)) for c in constants])
        learned = middle[:, :, None] * np.exp(scatter * random.standard_normal(shape))
        overflowed = np.zeros(shape, dtype=bool)
        overflowed[:, :, :failed] = True
        learned[:, :, : lost + failed] = np.nan
        arrays = {
            "order": np.array(order),
            "step_constant": np.array(constants),
            "dimension": d,
            "searched": searched * learned,
            "learned": learned,
            "failed": overflowed,
        }
        arrays |= changes
        path = tmp_path / f"order_{order}.npz"
        path.write_bytes(encode(path, {k: v for k, v in arrays.items() if v is not None}))
        return path

    return write
