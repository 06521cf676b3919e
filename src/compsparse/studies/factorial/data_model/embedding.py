"""The factorization-compatible embedding of the inputs (document 004, Section 2.2, (4))."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.data_model.factorization import Factorization


def factor_embedding(
    inputs: Factorization, dimension: int, random: np.random.Generator
) -> Float64[np.ndarray, "x dimension"]:
    """Return e_x, the sum over factors i of a standard normal vector of x's i-th coordinate."""
    # an input that was never seen is thus made of vectors that were
    if dimension < 1:
        raise ValueError(f"dimension is {dimension}; an embedding needs at least 1.")
    coordinates = inputs.coordinates(np.arange(inputs.size))
    embedding = np.zeros((inputs.size, dimension))
    for factor, size in enumerate(inputs.sizes):
        vectors = random.standard_normal((size, dimension))
        embedding += vectors[coordinates[:, factor]]
    return embedding
