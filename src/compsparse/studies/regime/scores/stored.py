"""Scores in files, as a table: a row for each network."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_dataclass

Numbers = Float64[np.ndarray, " network"]


@dataclass(frozen=True)
class StoredScores:
    """What is read of a file of scores, as ``generate_scores`` describes it."""

    run: Int64[np.ndarray, " network"]
    stage: Int64[np.ndarray, " network"]
    count: Int64[np.ndarray, " network"]
    error: Numbers
    ssim: Numbers
    score: Numbers
    score_with_symmetry: Numbers
    inert: Numbers
    unmatched: Numbers
    alignment: Numbers
    orthogonality: Numbers
    effective_rank: Numbers


def read_scores(path: Path, labels: Mapping[str, str | int]) -> pd.DataFrame:
    """Return the scores of one file with ``labels`` as columns in front."""
    return pd.DataFrame({**labels, **vars(read_dataclass(path, StoredScores))})
