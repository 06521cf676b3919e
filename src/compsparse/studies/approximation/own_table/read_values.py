"""Read a function of some variables, as values on a grid: CSV or npz."""

import math
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.tables import read_table

LARGEST = 2**22  # values; splits of more take minutes each
_REMEDY = "Give values at every place of a grid of 2, 4, 8 or 16 variables."


def read_values(path: Path) -> tuple[list[str], Float64[np.ndarray, "*place"]]:
    """Return the names of the variables, and the values, an axis for each variable.

    A CSV has a column for each variable and one, the last, for the value; a row for each place of
    the grid, in any order. An npz has one array, ``values``, an axis for each variable.

    Raises:
        ArtifactError: another file, a place that is missing or given twice, a value that is not
            finite, another number of variables, or too many values.
    """
    try:
        names, values = _of_csv(path) if path.suffix == ".csv" else _of_npz(path)
        _require(values.ndim in (2, 4, 8, 16), f"has {values.ndim} variables.")
        _require(values.size <= LARGEST, f"has {values.size} values; at most {LARGEST} fit.")
        real = np.issubdtype(values.dtype, np.number) and not np.iscomplexobj(values)
        _require(real, f"has values of type {values.dtype}.")
        values = values.astype(np.float64)
        _require(bool(np.isfinite(values).all()), "has values that are not finite.")
        varies = bool(values.min() < values.max())
        _require(varies, "has the same value everywhere: its variance is 0.")
    except ValueError as error:
        raise ArtifactError(path, str(error), _REMEDY) from None
    return names, values


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise ValueError(problem)


def _of_npz(path: Path) -> tuple[list[str], np.ndarray]:
    _require(path.suffix == ".npz", "is no .csv and no .npz.")
    arrays = read_arrays(path)
    _require(set(arrays) == {"values"}, f"has the arrays {sorted(arrays)}; allowed: values alone.")
    return [f"x{axis + 1}" for axis in range(arrays["values"].ndim)], arrays["values"]


def _of_csv(path: Path) -> tuple[list[str], np.ndarray]:
    table = read_table(path)
    _require(len(table.columns) > 2, f"has {len(table.columns)} columns.")
    *names, value = map(str, table.columns)
    numeric = pd.api.types.is_numeric_dtype(table[value])
    _require(numeric, f"has words in its last column, {value!r}.")
    levels = [np.unique(table[name].to_numpy()) for name in names]
    sizes = [len(level) for level in levels]
    places = " x ".join(map(str, sizes))
    complete = math.prod(sizes) == len(table)
    _require(complete, f"has {len(table)} rows; its variables have {places} places.")
    found = table.set_index(names)[value]
    _require(found.index.is_unique, "has a place twice and another one not at all.")
    grid = pd.MultiIndex.from_product(levels)
    return names, found.reindex(grid).to_numpy(dtype=np.float64).reshape(sizes)
