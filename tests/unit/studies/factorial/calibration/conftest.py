"""Histories of two compared spaces with planted curves."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from tests.unit.studies.factorial.conftest import STEPS

# (inputs, outputs): one structured, one not
SPACES = (([2, 2, 2], [2, 2]), ([8], [4]))

Curves = Mapping[float | str, np.ndarray | float]


@pytest.fixture
def write_spaces(write_history: Callable[..., Path]) -> Callable[..., list[Path]]:
    """Return a function that writes one history per space.

    Every variant has a curve (or a constant) and a compute per step; runs differ by factors.
    """

    def write(
        *curves: Curves, compute: Mapping[float | str, float] | None = None, runs: int = 3
    ) -> list[Path]:
        factors = np.exp(0.01 * np.arange(runs))[:, None]
        paths = []
        spaces = (curves * 2)[:2]
        for (inputs, outputs), variants in zip(SPACES, spaces, strict=True):
            planted = [np.broadcast_to(curve, STEPS.shape) for curve in variants.values()]
            costs = [(compute or {}).get(variant, 1.0) for variant in variants]
            paths.append(
                write_history(
                    np.concatenate([curve * factors for curve in planted]),
                    input_sizes=np.array(inputs),
                    output_sizes=np.array(outputs),
                    variant=np.repeat(np.arange(len(variants)), runs),
                    dataset=np.zeros(len(variants) * runs, dtype=np.int64),
                    replicate=np.tile(np.arange(runs), len(variants)),
                    flops=np.repeat(1e6 * np.outer(costs, STEPS), runs, axis=0),
                )
            )
        return paths

    return write
