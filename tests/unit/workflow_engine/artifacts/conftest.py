"""One small content per format, with its writer and reader."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from workflow_engine.artifacts import arrays, json_values, tables, tensors


@dataclass(frozen=True)
class Format:
    """How one kind of file is written and read."""

    suffix: str
    encode: Callable[[Path, object], bytes]
    read: Callable[[Path], Any]
    content: Any

    def __str__(self) -> str:
        return self.suffix


NUMBERS = {"one": np.arange(3.0), "two": np.array([[1, 2], [3, 4]]), "scalar": np.array(0.1)}
TABLE = pd.DataFrame({"n": [1, 2], "loss": [0.1, 1e-300], "label": ['a,"b"', "ü"]})
FORMATS = [
    Format(".npz", arrays.encode, arrays.read_arrays, NUMBERS),
    Format(".safetensors", tensors.encode, tensors.read_tensors, NUMBERS),
    Format(".csv", tables.encode, tables.read_table, TABLE),
    Format(".json", json_values.encode, json_values.read_json, {"a": [1, 2.5, None], "b": "ü"}),
]


def equal(one: Any, other: Any) -> bool:
    """Compare contents of any format, types included."""
    if isinstance(one, pd.DataFrame):
        pd.testing.assert_frame_equal(one, other, check_exact=True)
        return True
    if isinstance(one, dict) and any(isinstance(v, np.ndarray) for v in one.values()):
        return one.keys() == other.keys() and all(
            (one[k].dtype, one[k].shape) == (other[k].dtype, other[k].shape)
            and one[k].tobytes() == other[k].tobytes()
            for k in one
        )
    return bool(one == other) and type(one) is type(other)
