"""Scores in files, as a table: a row for each network, the labels of its file as columns.

Fields of labels are sorted by name, like the keys of a job's parameters: this is the order of the
columns.
"""

from collections.abc import Mapping, Sequence
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


def read_scores(
    path: Path, labels: Mapping[str, str | int], runs: Int64[np.ndarray, " network"] | None = None
) -> pd.DataFrame:
    """Return the scores of one file with ``labels`` as columns in front.

    Raises:
        ValueError: they are not of networks of these runs, where ``runs`` are given.
    """
    found = read_dataclass(path, StoredScores)
    if runs is not None and not np.array_equal(runs, found.run):
        raise ValueError(
            f"{path} holds scores of runs {found.run.tolist()}, and the networks are those of runs "
            f"{runs.tolist()}; both must be of the same networks."
        )
    return pd.DataFrame({**labels, **vars(found)})


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
