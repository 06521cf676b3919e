"""The population gradient of one neuron along the teacher's direction, and its Hermite expansion.

Document 003, part I, slides 'Hermite expansion'. For a unit w with <w, theta> = m, Stein's lemma
gives E[sigma(<w, x>)' sigma_*(<theta, x>)], the gradient with respect to w, as

    theta E[sigma_*'(<theta, x>) sigma'(<w, x>)] + w E[...],

and its coefficient at theta is a power series in m. Links are polynomials here, given by their
coefficients in normalized Hermite polynomials, link = sum_j c_j h_j, so that quadrature is exact.
"""

import math

import numpy as np
from jaxtyping import Float64
from numpy.polynomial.hermite_e import hermegauss

from compsparse.studies.emergence.arrays import Numbers
from compsparse.studies.emergence.hermite import hermite, hermite_derivative

Link = Float64[np.ndarray, " degree"]
# possible meanings of alpha_j on the slide; each implies another correct factor of
# alpha_j beta_j m^(j-1), where the slide has j^2 (its j is one lower)
READINGS = ("orthonormal", "polynomial", "moment")


def coefficient_at_teacher(link: Link, activation: Link, overlap: float) -> float:
    """Return the gradient's coefficient at theta without expansion, for m in (-1, 1)."""
    # the gradient's component along the part of theta that is orthogonal to w, over that part's
    # length: an integral over two Gaussian variables, exact by Gauss-Hermite quadrature
    # exact up to degree 2 points - 1 in each variable
    points, weights = hermegauss(len(link) + len(activation))
    weights = weights / weights.sum()
    along, beside = np.meshgrid(points, points, indexing="ij")  # <w, x>, and the part orthogonal
    length = math.sqrt(1.0 - overlap**2)
    seen = overlap * along + length * beside  # <theta, x>
    label = sum(c * hermite(j, seen) for j, c in enumerate(link))
    slope = sum(c * hermite_derivative(j, points) for j, c in enumerate(activation))
    mean = np.einsum("i,j,i,ij,ij", weights, weights, np.asarray(slope), np.asarray(label), beside)
    return float(mean) / length


def expansion(
    link: Link, activation: Link, overlap: float | Float64[np.ndarray, " run"]
) -> Numbers:
    """Return sum_j (j + 1) alpha_(j+1) beta_(j+1) m^j in normalized coefficients."""
    # from h_j' = sqrt(j) h_(j-1) and E[h_i(<w, x>) h_j(<theta, x>)] = m^j 1{i = j}
    m = np.asarray(overlap, dtype=np.float64)
    products = link * activation
    return np.asarray(sum(j * products[j] * m ** (j - 1) for j in range(1, len(products))))


def slide_ratio(degree: int, reading: str) -> float:
    """Return the gradient over the slide's formula for links of a single degree.

    The slide's term is degree^2 alpha beta m^(degree - 1), with alpha_j as E[sigma_* He_j] and the
    coefficient of He_j at once, which holds for ``orthonormal`` polynomials only. With the usual
    ones alpha_j is either the coefficient in the ``polynomial``, c_j / sqrt(j!), or the ``moment``,
    c_j sqrt(j!).
    """
    scale = {"orthonormal": 1.0, "polynomial": 1 / math.sqrt(math.factorial(degree))}
    scale["moment"] = math.sqrt(math.factorial(degree))
    link = np.zeros(degree + 1)
    link[degree] = 1.0
    overlap = 0.5  # the ratio is the same at any
    alpha = scale[reading]
    return coefficient_at_teacher(link, link, overlap) / (
        degree**2 * alpha**2 * overlap ** (degree - 1)
    )


def links_from(order: int, highest: int) -> Link:
    """Return a link of norm 1 with equal weights on all degrees from ``order`` to ``highest``."""
    link = np.zeros(highest + 1)
    link[order:] = 1 / math.sqrt(highest + 1 - order)
    return link
