"""Scores in files whose excess is known, and tables of networks as the evaluation makes them."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from compsparse.studies.regime.scores.excess import SCORES

LEVELS = {"round_1": 1404, "round_2": 473, "own_count": 125}


def null(errors: np.ndarray) -> np.ndarray:
    """Return what dense networks score at an error."""
    scores: np.ndarray = 0.7 + 0.1 * np.log10(errors)
    return scores


def write_scores(
    path: Path,
    runs: Sequence[int],
    stages: Sequence[int],
    counts: Sequence[int],
    errors: Sequence[float],
    excess: Mapping[str, float],
) -> Path:
    """Write networks whose scores exceed those of dense ones by so much; NaN for no score."""
    error = np.asarray(errors, dtype=np.float64)
    nothing = np.zeros(len(error))
    arrays: dict[str, Any] = {
        "run": np.asarray(runs, dtype=np.int64),
        "stage": np.asarray(stages, dtype=np.int64),
        "count": np.asarray(counts, dtype=np.int64),
        "error": error,
        **{name: null(error) + excess[name] for name in SCORES},
        **dict.fromkeys(("ssim", "inert", "unmatched", "orthogonality", "effective_rank"), nothing),
    }
    np.savez(path, **arrays)
    return path


def write_references(folder: Path) -> dict[str, Path]:
    """Write the two kinds of reference networks, from errors of 1e-4 to 1."""
    errors = np.tile(np.logspace(-4, 0, 5), 3)
    runs = np.repeat(np.arange(3), 5).tolist()
    zeros = dict.fromkeys(SCORES, 0.0)
    return {
        kind: write_scores(folder / f"{kind}.npz", runs, runs, runs, errors.tolist(), zeros)
        for kind in ("stopped", "width")
    }


def pruned_table(
    kinds: Mapping[str, float], trainings: Sequence[str], runs: int = 3
) -> pd.DataFrame:
    """Return networks of two targets, with the alignment that each kind is given."""
    rows = []
    for target, run in product(("face", "two_objects"), range(runs)):
        common = {"target": target, "depth": 12, "run": run}
        shift = 0.01 * run + (0.1 if target == "face" else 0.0)
        dense = _row("dense", "none", "dense", 5478, 0.5 + shift, 0.001)
        rows.append(common | dense)
        for training, (kind, alignment), (level, count) in product(
            trainings, kinds.items(), LEVELS.items()
        ):
            value = alignment + shift + 0.1 * trainings.index(training)
            error = 0.01 * 2.0 ** trainings.index(training)
            rows.append(common | _row(kind, training, level, count, value, error))
    return pd.DataFrame(rows)


def _row(
    kind: str, training: str, level: str, count: int, alignment: float, error: float
) -> dict[str, object]:
    return {
        "kind": kind,
        "training": training,
        "level": level,
        "count": count,
        "wanted": count,
        "alignment": alignment,
        "score": alignment,
        "excess_alignment": alignment - 0.4,
        "excess_score": alignment - 0.3,
        "error": error,
        "log_error": np.log10(error),
        "orthogonality": alignment - 0.2,
        "effective_rank": alignment / 2,
    }
