"""Small synthetic tables shaped like the study's own results, and the figures made of them."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from scipy.interpolate import PchipInterpolator

from compsparse.studies.factorial.approximation import render_exact_factorization
from compsparse.studies.factorial.compression import (
    render_compression_compute,
    render_compression_grid_a,
    render_compression_grid_b,
)
from compsparse.studies.factorial.compression.dimension_curves import COLUMNS as GRID_COLUMNS
from compsparse.studies.factorial.data_properties import render_graph
from compsparse.studies.factorial.generalization import render_generalization_complexity
from compsparse.studies.factorial.single_pass import render_single_pass
from tests.unit.studies.drawing import drawn

Draw = Callable[[str, pd.DataFrame], Figure]

CELLS = {"2^12": 64, "4^6": 256, "8^4": 1024, "16^3": 4096, "64^2": 65536, "4096": 65536}
DIMENSIONS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20)
EXACT_COLUMNS = ["input_factors", "output_factors", "parents", "graph"]
EXACT_COLUMNS += ["approximation_complexity", "measured_rank", "max_abs_error", "rounding_bound"]
GRID_A = [("2^6", "8^2", p, min(2 * 2**p, 16), 16 * 2**p) for p in (1, 2, 3, 4)]
GRID_B = [(f"{q}^4", "8^3", 1, 3 * min(q, 8), 24 * q) for q in range(2, 8)]


STEPS: dict[str, ModuleType] = {
    "graph": render_graph,
    "single_pass": render_single_pass,
    "generalization_complexity": render_generalization_complexity,
    "compression_grid_a": render_compression_grid_a,
    "compression_grid_b": render_compression_grid_b,
    "compression_compute": render_compression_compute,
    "exact_factorization": render_exact_factorization,
}


def noise(shape: int, *seed: int) -> np.ndarray:
    return np.exp(0.12 * np.random.default_rng(seed).standard_normal(shape))


def learning_curves(middle: list[float], last: list[float], runs: int = 4) -> pd.DataFrame:
    logged = np.unique(np.geomspace(1, 300, 40).astype(int))
    frames = []
    for ((cell, complexity), half, final), run in product(
        list(zip(CELLS.items(), middle, last, strict=True)), range(runs)
    ):
        known = np.log([2.8, 2.4, half, final])
        loss = np.exp(PchipInterpolator(np.log([1, 8, 30, 300]), known)(np.log(logged)))
        loss *= noise(1, run, len(cell)) ** np.minimum(logged / 30, 1)
        columns = {
            "cell": cell,
            "swept": 1,
            "approximation_complexity": 8 if complexity == 64 else 16,
            "statistical_complexity": complexity,
            "run": run,
        }
        untrained = pd.DataFrame({**columns, "step": [0], "loss": 2.9})
        frames += [untrained, pd.DataFrame({**columns, "step": logged, "loss": loss})]
    return pd.concat(frames, ignore_index=True)


def grid(tasks: list[tuple[str, str, int, int, int]], runs: int = 3) -> pd.DataFrame:
    rows = []
    for task, d, run in product(tasks, DIMENSIONS, range(runs)):
        width, complexity = task[3:]
        reach = d / width if d < width else 1 + 0.6 * np.log(d / width)
        loss = 2.2 * (2e-5 * complexity**0.35 / 2.2) ** min(reach**0.8, 1.6)
        rows.append((*task, d, run, loss * noise(1, run, d, complexity)[0]))
    tidy = ["input_factors", "output_factors", "parents", *GRID_COLUMNS[:2], *GRID_COLUMNS[5:]]
    return pd.DataFrame(rows, columns=tidy)


def compute_curves(runs: int = 3) -> pd.DataFrame:
    logged = np.unique(np.geomspace(1, 8000, 40).astype(int))
    frames = []
    for d, run in product(DIMENSIONS, range(runs)):
        plateau = 2.0 * 10 ** (-0.32 * min(d, 12)) + 1e-4 / d
        loss = plateau + 4.1 / (1 + (logged / 12.0) ** 1.35 * d**0.3)
        columns = {"embedding_dimension": d, "approximation_complexity": 16, "run": run}
        flops = logged * 64.0 * 3 * (12 * d * d + 128 * d)
        untrained = pd.DataFrame({**columns, "flops": [0.0], "loss": 4.2})
        curve = {"flops": flops, "loss": loss * noise(1, run, d)}
        frames += [untrained, pd.DataFrame({**columns, **curve})]
    return pd.concat(frames, ignore_index=True)


def exact_table(graphs: int = 6) -> pd.DataFrame:
    rows = []
    for parents, width, least, most in (
        (1, 8, 4, 5),
        (2, 16, 9, 13),
        (3, 32, 22, 27),
        (4, 32, 28, 29),
    ):
        random = np.random.default_rng(parents)
        for index in range(graphs):
            rank, bound = (
                int(random.integers(least, most + 1)),
                width * random.uniform(2e-14, 3e-14),
            )
            error = bound * random.uniform(0.0, 0.3)
            rows.append(("2^12", "8^4", parents, index, width, rank, error, bound))
    return pd.DataFrame(rows, columns=EXACT_COLUMNS)


def graph_table(graphs: int = 8) -> pd.DataFrame:
    random = np.random.default_rng(5)
    edges = [
        (index, parent, 2, output, 8)
        for index, output in product(range(graphs), range(4))
        for parent in random.choice(12, size=2, replace=False)
    ]
    return pd.DataFrame(edges, columns=list(render_graph.run.columns))


TABLES = {
    "graph": graph_table(),
    "single_pass": learning_curves(
        [0.468, 0.669, 1.05, 1.11, 1.14, 1.15], [0.030, 0.045, 0.090, 0.098, 0.100, 0.104]
    ),
    "generalization_complexity": learning_curves(
        [0.2, 0.3, 0.8, 1.9, 2.9, 2.9], [2.3e-3, 5e-3, 2e-2, 0.2, 3.7, 3.6]
    ),
    "compression_grid_a": grid(GRID_A),
    "compression_grid_b": grid(GRID_B),
    "compression_compute": compute_curves(),
    "exact_factorization": exact_table(),
}


PARAMS: dict[str, dict[str, Any]] = {"graph": {"input_factors": [2] * 12}}


@pytest.fixture(scope="session")
def tables() -> dict[str, pd.DataFrame]:
    """Return the table of each step, by name; not to be changed."""
    return TABLES


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the tables as <step>.csv."""
    folder = tmp_path_factory.mktemp("tables")
    for name, table in TABLES.items():
        table.to_csv(folder / f"{name}.csv", index=False)
    return folder


@pytest.fixture(scope="session")
def figures(folder: Path) -> dict[str, Figure]:
    """Return the figure of each step, by name."""
    return {name: drawn(STEPS[name].run, TABLES[name], folder, PARAMS.get(name)) for name in TABLES}


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Return a function that draws a changed table."""

    def draw_table(name: str, table: pd.DataFrame) -> Figure:
        return drawn(STEPS[name].run, table, tmp_path, PARAMS.get(name))

    return draw_table
