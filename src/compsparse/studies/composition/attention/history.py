"""Trainings of the attention-only model."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.history import TaskHistory


@dataclass(frozen=True)
class AttentionHistory(TaskHistory):
    """A training's file.

    Attributes:
        attention: fraction of tokens whose largest attention in later layers is on theory's key.
        first_layer: weights of attention of layer 1.
        even_gradient: the largest entry of the first update's gradient at exactly even attention.
    """

    attention: Float64[np.ndarray, "rate run"]
    first_layer: Float32[np.ndarray, "rate run token token"]
    even_gradient: Float64[np.ndarray, " run"]


def read_history(path: Path) -> AttentionHistory:
    """Read a training; ``ArtifactError`` if the file is another one."""
    return stats.read_dataclass(path, AttentionHistory)
