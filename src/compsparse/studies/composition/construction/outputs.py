"""What the constructed transformers answered, as files hold it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Outputs:
    """By k, N and sharpness.

    Attributes:
        right: accuracy over all hops.
        error: largest difference from the one-hot code of the answer.
        width: of a token.
    """

    folds: Int64[np.ndarray, " fold"]
    symbols: Int64[np.ndarray, " symbols"]
    sharpness: Float64[np.ndarray, " sharpness"]
    right: Float64[np.ndarray, "fold symbols sharpness"]
    error: Float64[np.ndarray, "fold symbols sharpness"]
    width: Int64[np.ndarray, "fold symbols"]
    layers: Int64[np.ndarray, "fold symbols"]


def read_outputs(path: Path) -> pd.DataFrame:
    """Return one row per k, N and sharpness; ``ArtifactError`` if the file is another one."""
    outputs = stats.read_dataclass(path, Outputs)
    fold, symbols, sharpness = np.indices(outputs.right.shape).reshape(3, -1)
    return pd.DataFrame(
        {
            "folds": outputs.folds[fold],
            "symbols": outputs.symbols[symbols],
            "layers": outputs.layers[fold, symbols],
            "width": outputs.width[fold, symbols],
            "sharpness": outputs.sharpness[sharpness],
            "right": outputs.right.reshape(-1),
            "error": outputs.error.reshape(-1),
        }
    )


def sharpest_of(table: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, stats.Interval]]:
    """Return the rows of the sharpest attention, and what they get right at worst."""
    rows = table[table["sharpness"] == table["sharpness"].max()]
    return rows, {
        "right": stats.exact(float(rows["right"].min())),
        "error": stats.exact(float(rows["error"].max())),
    }
