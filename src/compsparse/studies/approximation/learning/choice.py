"""The split of examples into training and validation, and the models that validation chose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from workflow_engine.artifacts.named_axes import read_dataclass

_FOLDS = 5  # one of so many examples is for validation
Cells = Sequence[Mapping[str, str | int]]  # of models, what each one is, by column


@dataclass(frozen=True)
class Scores:
    """Errors of a model over the variance of the target, by rate or width of a kernel."""

    validation: Float64[np.ndarray, "run c"]
    test: Float64[np.ndarray, "run c"]
    configuration: Float64[np.ndarray, " c"]
    parameters: int


def split(examples: int) -> tuple[slice, slice]:
    """Return the training and the validation examples: the last fifth validates."""
    training = examples - examples // _FOLDS
    return slice(0, training), slice(training, examples)


def chosen_table(cells: Cells, paths: Sequence[Path]) -> pd.DataFrame:
    """Return a row for each model and run: the test error of what validation chose.

    Columns are those of the cells by name, run, and: ``error``, over the variance of the target;
    ``chosen``, the learning rate or width; ``at_edge``, whether that is the first or last of its
    grid; ``parameters``, the size of the model.
    """
    tables = []
    for cell, path in zip(cells, paths, strict=True):
        scores = read_dataclass(path, Scores)
        grid, best = scores.configuration, scores.validation.argmin(axis=1)
        run = np.arange(len(best))
        columns = {
            **dict(sorted(cell.items())),
            "run": run,
            "error": scores.test[run, best],
            "chosen": grid[best],
            "at_edge": np.isin(grid[best], (grid.min(), grid.max())),
            "parameters": scores.parameters,
        }
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def log_errors(table: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """Return the logarithm of the error, a row for each run, a column for each combination."""
    wide = table.pivot(index="run", columns=list(columns), values="error")
    return pd.DataFrame(np.log(wide.sort_index(axis=1)))
