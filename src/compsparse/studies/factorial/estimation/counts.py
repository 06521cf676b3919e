"""Samples of pairs as a table of counts."""

import numpy as np
from jaxtyping import Float64, Int64


def draw_counts(
    samples: int,
    conditional: Float64[np.ndarray, "x y"],
    marginal: Float64[np.ndarray, " x"],
    random: np.random.Generator,
) -> Int64[np.ndarray, "x y"]:
    """Draw independent pairs from marginal(x) p(y | x) and count them."""
    joint = (marginal[:, None] * conditional).reshape(-1)
    # the products of rounded probabilities sum to 1 only up to rounding
    counts = random.multinomial(samples, joint / joint.sum())
    return counts.reshape(conditional.shape).astype(np.int64)


def bounded_marginal(
    inputs: int, least: float, random: np.random.Generator
) -> Float64[np.ndarray, " x"]:
    """Draw a marginal of x with at least ``least`` / N at every one of the N inputs."""
    # document 004 allows it (Section 3.2, after assumption (ii)); the rest is uniform on the
    # simplex
    rest: Float64[np.ndarray, " x"] = random.dirichlet(np.ones(inputs))
    return least / inputs + (1.0 - least) * rest
