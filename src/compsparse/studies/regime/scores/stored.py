"""Scores in files, as a table: a row for each network."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

_NUMBERS = Float64[np.ndarray, " network"]
ARRAYS = {
    "run": Int64[np.ndarray, " network"],
    "stage": Int64[np.ndarray, " network"],
    "count": Int64[np.ndarray, " network"],
    **dict.fromkeys(
        (
            "error",
            "ssim",
            "score",
            "score_with_symmetry",
            "inert",
            "unmatched",
            "alignment",
            "orthogonality",
            "effective_rank",
        ),
        _NUMBERS,
    ),
}


def read_scores(path: Path, labels: Mapping[str, str | int]) -> pd.DataFrame:
    """Return the scores of one file with ``labels`` as columns in front."""
    found = read_named_axes(path, ARRAYS)
    table = pd.DataFrame({name: found[name] for name in ARRAYS})
    for place, (name, value) in enumerate(labels.items()):
        table.insert(place, name, value)
    return table
