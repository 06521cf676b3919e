"""The factorization-compatible embedding of the inputs (document 004, Section 2.2, (4)).

It is a product of one-hot codes and one table of vectors, which stacks the vectors of all elements
of all factors; an input's code has a 1 for its element of each factor.
"""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.data_model.factorization import Factorization


def factor_embedding(
    inputs: Factorization, dimension: int, random: np.random.Generator
) -> Float64[np.ndarray, "x dimension"]:
    """Return e_x, the sum over factors i of a standard normal vector of x's i-th coordinate."""
    # an input that was never seen is thus made of vectors that were
    coordinates = inputs.coordinates(np.arange(inputs.size))
    embedding = np.zeros((inputs.size, dimension))
    for factor, size in enumerate(inputs.sizes):
        vectors = random.standard_normal((size, dimension))
        embedding += vectors[coordinates[:, factor]]
    return embedding


def one_hot_codes(inputs: Factorization) -> Float64[np.ndarray, "x element"]:
    """Return the code of every input: the one-hot codes of its factors side by side."""
    coordinates = inputs.coordinates(np.arange(inputs.size))
    return np.concatenate(
        [np.eye(size)[coordinates[:, factor]] for factor, size in enumerate(inputs.sizes)], axis=1
    )


def factor_table(
    inputs: Factorization, dimension: int, random: np.random.Generator
) -> Float64[np.ndarray, "element dimension"]:
    """Draw the standard normal vector of every element of every factor."""
    # ``one_hot_codes(inputs) @`` this is the ``factor_embedding`` of the same generator
    return random.standard_normal((sum(inputs.sizes), dimension))


def span(inputs: Factorization) -> int:
    """Return the dimension that the codes of all inputs span: sum of the sizes - factors + 1."""
    # the codes of each factor add up to 1, which ties k factors together k - 1 times
    return sum(inputs.sizes) - len(inputs.sizes) + 1
