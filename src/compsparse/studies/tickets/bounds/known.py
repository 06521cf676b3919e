"""Bounds on the Rademacher complexity of ReLU networks without biases, for inputs with |x| <= 1.

L is the number of matrices, M their Frobenius norms, w the norms of single nodes' weights.
"""

from math import log, prod, sqrt

import numpy as np
from jaxtyping import Float, Float64

from compsparse.ensembles.wirings.shape import Shape

BOUNDS = ("theorem_5", "frobenius", "power_of_two", "filter", "degree")
NODE_BOUNDS = ("filter", "degree")  # in the norms w of nodes; the others are in M


def factors(shape: Shape, inputs: Float[np.ndarray, "example d"]) -> dict[str, float]:
    """Return each bound for norms of 1; it is proportional to the product of the norms, M or w.

    theorem_5: (2 log(2d))^(L/2) / sqrt(N), as document 000 prints it, and filter, the same with w.
    frobenius: (sqrt(2 L log 2) + 1) / sqrt(N) (Golowich, Rakhlin and Shamir, Theorem 1).
    power_of_two: 2^(L - 1/2) / sqrt(N) (Neyshabur, Tomioka and Srebro).
    degree: (1 + sqrt(2 (L log 2 + sum log deg_l))) sqrt(prod deg_l max_j sum_i x_ij^2) / N, where a
    node of level l reads deg_l nodes (after Galanti, Xu, Galanti and Poggio). It follows from the
    proof of ``frobenius``: a node that reads deg others is at most sqrt(deg) times the best of
    them, one of deg choices. A dense level is a single node, so that for dense networks the two
    differ only in how the inputs are read.
    """
    levels, examples, variables = len(shape.levels), *inputs.shape
    printed = (2 * log(2 * variables)) ** (levels / 2) / sqrt(examples)
    energy = float((inputs.astype(np.float64) ** 2).sum(axis=0).max())
    choices = levels * log(2) + sum(log(degree) for degree in shape.degrees)
    return {
        "theorem_5": printed,
        "frobenius": (sqrt(2 * levels * log(2)) + 1) / sqrt(examples),
        "power_of_two": 2 ** (levels - 0.5) / sqrt(examples),
        "filter": printed,
        "degree": (1 + sqrt(2 * choices)) * sqrt(prod(shape.degrees) * energy) / examples,
    }


def bounds(
    factors: dict[str, float],
    layers: Float64[np.ndarray, " level"],
    nodes: Float64[np.ndarray, " level"],
) -> dict[str, float]:
    """Return each bound for a network's norms of matrices and of nodes."""
    norms = {name: nodes if name in NODE_BOUNDS else layers for name in BOUNDS}
    return {name: factors[name] * float(by_level.prod()) for name, by_level in norms.items()}
