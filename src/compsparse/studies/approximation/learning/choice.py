"""The split of examples into training and validation, and the models that validation chose."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

_FOLDS = 5  # one of so many examples is for validation
SCORES = {
    "validation": Float64[np.ndarray, "run c"],
    "test": Float64[np.ndarray, "run c"],
    "configuration": Float64[np.ndarray, "c 2"],
    "parameters": Int64[np.ndarray, ""],
}


def split(examples: int) -> tuple[slice, slice]:
    """Return the training and the validation examples: the last fifth validates."""
    training = examples - examples // _FOLDS
    return slice(0, training), slice(training, examples)


def chosen_table(cells: Sequence[Any], paths: Sequence[Path]) -> pd.DataFrame:
    """Return a row for each model and run: the test error of what validation chose.

    Columns are the fields of the cells, run, and: ``error``, over the variance of the target;
    ``chosen``, the learning rate or width; ``at_edge``, whether that is the first or last of its
    grid; ``parameters``, the size of the model.

    Args:
        cells: dataclass instances, what each model is.
        paths: files of models.
    """
    return pd.DataFrame(
        [
            {**asdict(cell), **row}
            for cell, path in zip(cells, paths, strict=True)
            for row in chosen_rows(path)
        ]
    )


def chosen_rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of one file of ``chosen_table``, the cell's columns left out."""
    arrays = read_named_axes(path, SCORES)
    grid = arrays["configuration"][:, 0]
    return [
        {
            "run": run,
            "error": arrays["test"][run, best],
            "chosen": grid[best],
            "at_edge": bool(grid[best] in (grid.min(), grid.max())),
            "parameters": int(arrays["parameters"]),
        }
        for run, best in enumerate(arrays["validation"].argmin(axis=1).tolist())
    ]
