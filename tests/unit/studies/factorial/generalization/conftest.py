"""Small datasets as the step ``generate`` writes them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from tests.unit.studies.factorial.generalization.figure_tables import draw_table, theme_tables  # noqa: F401


@pytest.fixture
def write_dataset(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that draws a dataset over 2^3 inputs and writes it."""

    def write(name: str, *, runs: int = 3, **changes: object) -> Path:
        params = {
            "root_seed": 1,
            "seed_names": ["test", name],
            "input_factors": [2, 2, 2],
            "output_factors": [3, 2],
            "concentration": 0.3,
            "runs": runs,
        }
        arrays: Any = generate_dataset.run({}, **params | changes)["dataset"]
        path = tmp_path / f"{name}.npz"
        np.savez(path, **arrays)
        return path

    return write
