"""Tables of arrays with named axes."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd


def table_of(axes: Mapping[str, Any], **arrays: Any) -> pd.DataFrame:
    """Return a row for each cell of arrays that have these axes, the last one varying fastest.

    Args:
        axes: the first columns: labels along an axis, or one value, which is no axis.
        arrays: the other columns; their shapes broadcast to that of the axes.
    """
    shape = tuple(len(labels) for labels in axes.values() if np.ndim(labels))
    places = iter(np.indices(shape).reshape(len(shape), -1))
    columns = {
        name: np.asarray(labels)[next(places)] if np.ndim(labels) else labels
        for name, labels in axes.items()
    }
    columns |= {name: np.broadcast_to(array, shape).ravel() for name, array in arrays.items()}
    return pd.DataFrame(columns)
