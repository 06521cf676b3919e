"""How examples are parted: most are learned from, the last ones choose among configurations."""

from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

_CHOOSING = 5  # one of so many examples
SCORES = {
    "validation": Float64[np.ndarray, "run c"],
    "test": Float64[np.ndarray, "run c"],
    "configuration": Float64[np.ndarray, "c 2"],
    "parameters": Int64[np.ndarray, ""],
}


def parted(examples: int) -> tuple[slice, slice]:
    """Return which examples are learned from, and which choose: drawn alike, so the last ones."""
    learned = examples - examples // _CHOOSING
    return slice(0, learned), slice(learned, examples)


def chosen_rows(path: Path, cell: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each run of a model file: the error of what validation chose.

    ``error`` is over the variance of the target, on examples that nothing was chosen by; ``chosen``
    the rate or width; ``at_edge`` whether that is the first or last of its grid.
    """
    arrays = read_named_axes(path, SCORES)
    grid = arrays["configuration"][:, 0]
    return [
        {
            **cell,
            "run": run,
            "error": arrays["test"][run, best],
            "chosen": grid[best],
            "at_edge": bool(grid[best] in (grid.min(), grid.max())),
            "parameters": int(arrays["parameters"]),
        }
        for run, best in enumerate(arrays["validation"].argmin(axis=1).tolist())
    ]
