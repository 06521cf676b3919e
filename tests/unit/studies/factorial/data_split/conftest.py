"""Histories of runs on shares of 16 inputs, with planted losses."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.unit.studies.factorial.conftest import STEPS
from tests.unit.studies.factorial.data_split.figure_tables import cells, draw  # noqa: F401

SHARES = (0.125, 0.25, 0.5, 0.75)
OPERATIONS = 1000.0  # per seen input and step

Loss = Callable[..., Any]


@pytest.fixture
def write_splits(write_history: Callable[..., Path]) -> Callable[..., list[Path]]:
    """Return a function that writes one history per share of the inputs.

    ``held_out(parents=, share=, run=)`` is the held-out loss, a number or a curve over the logged
    steps. The loss on all unseen inputs is twice, that on seen ones half of it.
    """

    def write(
        held_out: Loss,
        parents: tuple[int, ...] = (1, 2, 4),
        shares: tuple[float, ...] = SHARES,
        runs: int = 3,
        **arrays: Any,
    ) -> list[Path]:
        drawn = list(product(enumerate(parents), range(runs)))
        paths = []
        for share in shares:
            count = round(16 * share)
            losses = np.array(
                [
                    np.broadcast_to(held_out(parents=p, share=share, run=run), STEPS.shape)
                    for (_, p), run in drawn
                ],
                dtype=np.float64,
            )
            content = {
                "input_sizes": np.array([2, 2, 2, 2]),
                "held_out_loss": losses,
                "train_loss": losses / 2,
                "flops": np.tile(OPERATIONS * count * STEPS, (len(drawn), 1)),
                "replicate": np.array([run for _, run in drawn]),
                "parents": np.array([p for (_, p), _ in drawn]),
                "dataset": np.array([index for (index, _), _ in drawn]),
                "seen": np.tile((np.arange(16) < count).astype(np.int64), (len(drawn), 1)),
                "final_divergence": np.full((len(drawn), 16), 0.5),
            }
            paths.append(write_history(2 * losses, **(content | arrays)))
        return paths

    return write
