"""Small synthetic tables shaped like the theme's results, and their figures."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from compsparse.studies.factorial.generalization import (
    render_generalization_connectivity,
    render_generalization_dimension,
    render_learned_embedding,
    render_parent_map,
)
from tests.unit.studies.drawing import drawn

Draw = Callable[[str, pd.DataFrame], Figure]

STEPS = {
    "generalization_connectivity": render_generalization_connectivity.run,
    "generalization_dimension": render_generalization_dimension.run,
    "learned_embedding": render_learned_embedding.run,
    "parent_map": render_parent_map.run,
}
LOGGED = np.array([0, 1, 3, 10, 30, 100, 300, 1000])


def falling(final: float, run: int) -> np.ndarray:
    return 3.0 * (final / 3.0) ** (np.log1p(LOGGED) / np.log(1001)) * (1 + 0.2 * run)


def connectivity(runs: int = 10) -> pd.DataFrame:
    finals = {0.0: 1e-4, 0.1: 4e-4, 0.15: 8e-4, 0.2: 9e-4, 0.3: 2e-3, 0.4: 3e-3, 0.6: 0.2, 0.8: 3}
    return pd.concat(
        pd.DataFrame(
            {"connectivity": beta, "run": run, "step": LOGGED, "loss": falling(end, run)}
            | {"constant_loss": 3.0 * beta}
        )
        for (beta, end), run in product((finals | {1.0: 9.0}).items(), range(runs))
    )


def dimension(runs: int = 3) -> pd.DataFrame:
    return pd.concat(
        pd.DataFrame(
            {
                "embedding_dimension": d,
                "approximation_complexity": 16,
                "run": run,
                "flops": LOGGED * 1e4 * d * (d + 10.0),
                "loss": falling(2.0 * 0.6**d, run),
                "missing_parent_loss": 0.8,
            }
        )
        for d, run in product((1, 2, 3, 4, 6, 8, 10, 12, 16, 20), range(runs))
    )


def embeddings(runs: int = 6) -> pd.DataFrame:
    return pd.concat(
        pd.DataFrame(
            {
                "embedding": embedding,
                "run": run,
                "step": LOGGED,
                "loss": falling(end, run),
                "train_loss": falling(1e-3, run),
                "constant_loss": 1.5 + 0.1 * run,
            }
        )
        for (embedding, end), run in product((("learned", 5.0), ("fixed", 2e-3)), range(runs))
    )


def grid(runs: int = 5) -> pd.DataFrame:
    rows = [
        (2 * parents, parents, d, run, 1e-3 * 8**parents * (1 + 0.2 * run))
        for parents, d, run in product((1, 2, 3, 4), (16, 32, 64), range(runs))
    ]
    return pd.DataFrame(rows, columns=list(render_parent_map.run.columns))


@pytest.fixture(scope="session")
def theme_tables() -> dict[str, pd.DataFrame]:
    """Return the table of each step, by name; not to be changed."""
    return {
        "generalization_connectivity": connectivity(),
        "generalization_dimension": dimension(),
        "learned_embedding": embeddings(),
        "parent_map": grid(),
    }


@pytest.fixture
def draw_table(tmp_path: Path) -> Draw:
    """Return a function that draws a table by the step of that name."""

    def draw(name: str, table: pd.DataFrame) -> Figure:
        return drawn(STEPS[name], table, tmp_path)

    return draw
