"""What a training of several targets came to, at the best of its rates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from workflow_engine.artifacts.named_axes import read_dataclass


@dataclass(frozen=True)
class Trained:
    """What ``train_targets`` writes; steps are -1 of what was not learned."""

    validation: Float64[np.ndarray, "run target rate look"]
    steps: Int64[np.ndarray, "run target rate"]
    test: Float64[np.ndarray, "run target rate"]
    rates: Float64[np.ndarray, " rate"]
    look: Int64[np.ndarray, " look"]


def read_trained(paths: Sequence[Path], targets: Sequence[str]) -> Trained:
    """Return the trainings of so many targets, whose runs may lie in several files.

    Raises:
        ArtifactError: the file is not as it must be.
        ValueError: it has another number of targets.
    """
    found = [read_dataclass(path, Trained) for path in paths]
    for path, part in zip(paths, found, strict=True):
        if part.steps.shape[1] != len(targets):
            raise ValueError(f"{path} has {part.steps.shape[1]} targets, not {len(targets)}.")
    by_run = {
        name: np.concatenate([getattr(part, name) for part in found])
        for name in ("validation", "steps", "test")
    }
    return replace(found[0], **by_run)


def best_rates(trained: Trained) -> Int64[np.ndarray, "run target"]:
    """Return the rate that learned first, else the one with the least error that validation saw."""
    never = trained.look[-1] + 1
    steps = np.where(trained.steps < 0, never, trained.steps).astype(np.float64)
    least = np.nanmin(np.where(np.isfinite(trained.validation), trained.validation, np.inf), axis=3)
    # errors above any sum of squares of a standardized target count as one
    return np.asarray((steps + np.minimum(least, 1e3) / 1e4).argmin(axis=2))


def chosen_table(trained: Trained, targets: Sequence[str]) -> pd.DataFrame:
    """Return a row for each run and target.

    ``steps`` are those of the best rate, or one look more than there were; ``learned`` says which;
    ``error`` is the one on the test examples at the end, ``chosen`` the rate, ``at_edge`` whether
    that is the first or last, and ``diverged`` how many rates had an error without end.
    """
    best = best_rates(trained)
    runs, number = best.shape
    place = (*np.indices(best.shape), best)
    steps = trained.steps[place]
    every = trained.look[0]
    return pd.DataFrame(
        {
            "run": np.repeat(np.arange(runs), number),
            "target": np.tile(np.array(targets), runs),
            "steps": np.where(steps < 0, trained.look[-1] + every, steps).ravel(),
            "learned": (steps >= 0).ravel(),
            "error": trained.test[place].ravel(),
            "chosen": trained.rates[best].ravel(),
            "diverged": np.isinf(trained.validation).any(axis=3).sum(axis=2).ravel(),
            "at_edge": np.isin(best, (0, len(trained.rates) - 1)).ravel(),
        }
    )
