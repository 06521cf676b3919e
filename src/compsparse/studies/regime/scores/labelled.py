"""Scores of many files, with what each file is about."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from compsparse.studies.regime.scores.stored import read_scores


def read_labelled(paths: Sequence[Path], labels: Sequence[Mapping[str, str | int]]) -> pd.DataFrame:
    """Return one row per network of all files, with the labels of its file as columns."""
    tables = [read_scores(path, label) for path, label in zip(paths, labels, strict=True)]
    return pd.concat(tables, ignore_index=True)
