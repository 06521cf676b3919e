"""Datasets for the tests of this folder, as the step ``generate`` draws them."""

from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.factorial.data_model import generate_dataset


def write_dataset(folder: Path, parents: int, runs: int, **changes: Any) -> Path:
    """Write graphs with this number of parents and return the path."""
    params = {
        "root_seed": 5,
        "seed_names": ["factorial", "test", str(parents)],
        "input_factors": [2] * 3,
        "output_factors": [2] * 3,
        "parents": parents,
        "concentration": 1.0,
        "runs": runs,
    }
    arrays: Any = generate_dataset.run({}, **params | changes)["dataset"]
    path = folder / f"parents_{parents}.npz"
    np.savez(path, **arrays)
    return path
