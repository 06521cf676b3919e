"""Scores of many files, with the labels of each file as columns.

Fields of labels are sorted by name, like the keys of a job's parameters: this is the order of the
columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from compsparse.studies.regime.scores.stored import read_scores


@dataclass(frozen=True)
class DepthKind:
    """Labels of networks of one target."""

    depth: int
    kind: str


@dataclass(frozen=True)
class TargetKind:
    """Labels of networks of one depth for each target."""

    kind: str
    target: str


@dataclass(frozen=True)
class Cell:
    """Labels of networks of several targets and depths."""

    depth: int
    kind: str
    target: str


def read_labelled(paths: Sequence[Path], labels: Sequence[object]) -> pd.DataFrame:
    """Return one row per network of all files; labels are dataclasses, one for each file."""
    tables = [read_scores(path, vars(label)) for path, label in zip(paths, labels, strict=True)]
    return pd.concat(tables, ignore_index=True)
