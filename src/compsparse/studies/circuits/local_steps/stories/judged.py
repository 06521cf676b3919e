"""How well a model of the next word predicts and generates the stories: over all of them."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64, UInt8


@dataclass(frozen=True)
class Judged:
    """Scores of a model that gives each next word a probability."""

    cross_entropy: float  # nats per word of a true story
    consistent: float  # probability that a generated story is one of the template's


def judged(
    counts: Int64[np.ndarray, "case word"],
    cases: Int64[np.ndarray, "story place"],
    stories: UInt8[np.ndarray, "story place"],
    smoothing: float,
) -> Judged:
    """Score a model that predicts each word by how often it followed in equal ``cases``."""
    smoothed = counts + smoothing
    logs = np.log(smoothed / smoothed.sum(axis=1, keepdims=True))
    scores = logs[cases, stories]
    return Judged(float(-scores.mean()), float(np.exp(scores.sum(axis=1)).sum()))
