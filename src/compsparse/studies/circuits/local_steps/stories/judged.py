"""How well a model of the next word tells the stories: counted over all of them."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64, UInt8


@dataclass(frozen=True)
class Judged:
    """Of a model that gives each next word a probability."""

    cross_entropy: float  # nats for each word of a true story
    consistent: float  # probability that a story it tells is one of the template's


def judged(
    counts: Int64[np.ndarray, "case word"],
    cases: Int64[np.ndarray, "story place"],
    stories: UInt8[np.ndarray, "story place"],
    smoothing: float,
) -> Judged:
    """Judge a model that predicts each word by how often it followed in like ``cases``."""
    smoothed = counts + smoothing
    logs = np.log(smoothed / smoothed.sum(axis=1, keepdims=True))
    told = logs[cases, stories]
    return Judged(float(-told.mean()), float(np.exp(told.sum(axis=1)).sum()))
