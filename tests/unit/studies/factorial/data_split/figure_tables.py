"""Small tables shaped like those of the data split, and the figures made of them."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from tests.unit.studies.drawing import Run, drawn, require_legible

Draw = Callable[[Run, pd.DataFrame], Figure]

PARENTS = (1, 2, 3, 4)
SHARES = tuple(round(256 * share) / 256 for share in (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.95))
RUNS = 6


def final_loss(parents: int, share: float) -> float:
    return 1e-3 * 2.5**parents + 5 / (1 + (share / (0.06 * parents)) ** 5)


@pytest.fixture
def cells() -> pd.DataFrame:
    """Return one row per number of parents, share and run with a planted loss."""
    random = np.random.default_rng(3)
    rows = [
        (p, share, run, final_loss(p, share) * np.exp(0.2 * random.standard_normal()))
        for p, share, run in product(PARENTS, SHARES, range(RUNS))
    ]
    table = pd.DataFrame(rows, columns=["parents", "seen_fraction", "run", "held_out_loss"])
    return table.assign(loss=1.2 * table["held_out_loss"])


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Return a function that draws a table and checks that its words are apart and inside."""

    def draw_table(step: Run, table: pd.DataFrame) -> Figure:
        figure = drawn(step, table, tmp_path)
        require_legible(figure)
        return figure

    return draw_table
