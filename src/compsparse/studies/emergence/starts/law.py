"""Random starts in any dimension, without vectors of that dimension.

Training depends on m neurons, uniform on the sphere in R^d, only through their overlaps with the
teacher's P directions and with each other. With Gaussian vectors, the former are standard normal
numbers; the parts orthogonal to the teacher have a Wishart matrix as Gram matrix, whose Cholesky
factor has the Bartlett law: chi variables with d - P, d - P - 1, ... degrees of freedom on the
diagonal, standard normal numbers below it. So d = 10^6 costs no more than d = 10^3, for d >= P + m.
"""

import numpy as np
from jaxtyping import Float64


def draw_teacher_overlaps(
    generator: np.random.Generator, neurons: int, directions: int, dimension: int
) -> Float64[np.ndarray, "neuron direction"]:
    """Draw the overlaps of unit neurons with the teacher's P < d directions."""
    # two streams, so that a wider student begins with the neurons of a narrower one
    for_overlaps, for_norms = generator.spawn(2)
    along = for_overlaps.standard_normal((neurons, directions))
    beside = for_norms.chisquare(dimension - directions, neurons)
    norms = np.sqrt((along**2).sum(axis=1) + beside)
    return np.asarray(along / norms[:, None])


def draw_coordinates(
    generator: np.random.Generator, neurons: int, directions: int, dimension: int
) -> Float64[np.ndarray, "neuron coordinate"]:
    """Draw unit neurons in P + m <= d orthonormal coordinates, the teacher's directions first."""
    along = generator.standard_normal((neurons, directions))
    free = dimension - directions
    beside = np.tril(generator.standard_normal((neurons, neurons)), -1)
    np.fill_diagonal(beside, np.sqrt(generator.chisquare(free - np.arange(neurons))))
    coordinates = np.concatenate([along, beside], axis=1)
    return np.asarray(coordinates / np.linalg.norm(coordinates, axis=1, keepdims=True))


def draw_unit_vectors(
    generator: np.random.Generator, neurons: int, directions: int, dimension: int
) -> Float64[np.ndarray, "neuron dimension"]:
    """Draw unit neurons in all d > P coordinates; the teacher's directions come first."""
    vectors = generator.standard_normal((neurons, dimension))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
