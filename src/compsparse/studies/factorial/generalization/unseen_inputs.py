"""Seen and unseen inputs of training histories."""

from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.histories.history import History
from workflow_engine.artifacts.errors import ArtifactError


def unseen_inputs(path: Path, history: History) -> list[Int64[np.ndarray, " input"]]:
    """Return the unseen inputs of every run."""
    if history.seen is None:
        raise ArtifactError(
            path, "The history has no entry 'seen'; it needs one from training on some inputs."
        )
    return [np.flatnonzero(seen == 0) for seen in history.seen]


def seen_loss(path: Path, history: History) -> Float64[np.ndarray, "run logged"]:
    """Return the loss on the seen inputs, in nats."""
    if history.train_loss is None:
        raise ArtifactError(
            path, "The history has no entry 'train_loss'; it needs the loss on the seen inputs."
        )
    return history.train_loss
