"""Read a function of some variables, as values on a grid: CSV or npz."""

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
    if path.suffix == ".csv":
        names, values = _of_csv(path)
    elif path.suffix == ".npz":
        arrays = read_arrays(path)
        if set(arrays) != {"values"}:
            raise ArtifactError(
                path, f"has the arrays {sorted(arrays)}; allowed: values alone.", _REMEDY
            )
        values = arrays["values"]
        names = [f"x{axis + 1}" for axis in range(values.ndim)]
    else:
        raise ArtifactError(path, "is no .csv and no .npz.", _REMEDY)
    variables = values.ndim
    if variables not in (2, 4, 8, 16):
        raise ArtifactError(path, f"has {variables} variables.", _REMEDY)
    if values.size > LARGEST:
        raise ArtifactError(path, f"has {values.size} values; at most {LARGEST} fit.", _REMEDY)
    if not np.issubdtype(values.dtype, np.number) or np.iscomplexobj(values):
        raise ArtifactError(path, f"has values of type {values.dtype}.", _REMEDY)
    values = values.astype(np.float64)
    if not np.isfinite(values).all():
        raise ArtifactError(path, "has values that are not finite.", _REMEDY)
    if values.min() == values.max():
        raise ArtifactError(path, "has the same value everywhere: its variance is 0.", _REMEDY)
    return names, values


def _of_csv(path: Path) -> tuple[list[str], np.ndarray]:
    table = read_table(path)
    if len(table.columns) < 3:
        raise ArtifactError(path, f"has {len(table.columns)} columns.", _REMEDY)
    *names, value = map(str, table.columns)
    if not pd.api.types.is_numeric_dtype(table[value]):
        raise ArtifactError(path, f"has words in its last column, {value!r}.", _REMEDY)
    levels = [np.unique(table[name].to_numpy()) for name in names]
    sizes = list(map(len, levels))
    if int(np.prod(sizes, dtype=object)) != len(table):
        grid = " x ".join(map(str, sizes))
        raise ArtifactError(
            path, f"has {len(table)} rows; its variables have {grid} places.", _REMEDY
        )
    places = tuple(
        np.searchsorted(level, table[name].to_numpy())
        for level, name in zip(levels, names, strict=True)
    )
    values = np.full(sizes, np.nan)
    values[places] = table[value].to_numpy(dtype=np.float64)
    if np.isnan(values).any() and not table[value].isna().any():
        raise ArtifactError(path, "has a place twice and another one not at all.", _REMEDY)
    return names, values
