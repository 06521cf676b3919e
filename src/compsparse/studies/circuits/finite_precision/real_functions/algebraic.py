"""Product, roots and reciprocal: products and digit-by-digit recurrences, with their errors.

Errors are in units of 2^-m; rounding to m places adds at most 1/2 unit to the errors given here.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.arithmetic import (
    addition,
    fixed_point,
    multiplication,
    subtraction,
)
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction

Codes = Sequence[Sequence[int]]


def _product(builder: Builder, codes: Codes, places: int) -> list[int]:
    """Multiply: an array of AND gates and carry-save adders."""
    # codes of n = m + 2 places fall short of x and y by at most 1/4 unit each, and so does their
    # exact product by at most 1/2
    first, second = codes
    return fixed_point.rounded(
        builder, multiplication.product(builder, first, second), len(first) + len(second), places
    )


def _square_root(builder: Builder, codes: Codes, places: int) -> list[int]:
    """Take the root: a restoring digit recurrence."""
    # no Lipschitz constant bounds the root near 0, where codes of n places leave an error of
    # 2^(-n/2): with n = 2 (m + 1) all x of a cell have the root R of m + 1 digits, and fall short
    # of the next one, since the code C < (R + 1)^2 is a whole number; so the root's error is at
    # most 1/2 unit
    root = subtraction.whole_square_root(builder, codes[0])
    return fixed_point.rounded(builder, root, len(root), places)


def _distance(builder: Builder, codes: Codes, places: int) -> list[int]:
    """Compose squares, a sum and a root."""
    # codes of n = m + 2 places: both partial derivatives together are (x + y) / (2 f) <= 1, so that
    # codes that fall short by 1/4 unit cost at most 1/4; half of the sum of the codes' squares has
    # 2 n whole places (its fraction cannot change the whole root), and its root of n digits falls
    # short by at most 1/4. The root alone needs more places, since only this is Lipschitz
    total = addition.ripple_sum(builder, *(multiplication.square(builder, code) for code in codes))
    root = subtraction.whole_square_root(builder, total[1:])
    return fixed_point.rounded(builder, root, len(root), places)


def _reciprocal(builder: Builder, codes: Codes, places: int) -> list[int]:
    """Divide, restoring."""
    # codes of n = m + 1 places, and m + 1 digits: the derivative is at most 1 in size, so that a
    # code that falls short by 1/2 makes the quotient at most 1/2 too large; digits that are cut off
    # make it at most 1/2 too small
    numerator = [builder.constant(False)] * len(codes[0]) + [builder.constant(True)]
    digits = subtraction.quotient(builder, numerator, [*codes[0], numerator[-1]], places + 1)
    return fixed_point.rounded(builder, digits, places + 1, places)


PRODUCT = RealFunction(
    name="product",
    formula="x y",
    coordinates=2,
    true=lambda x, y: x * y,
    code_places=lambda places: places + 2,
    gates=_product,
    size_degree=2,  # n^2 AND gates and nearly as many full adders
    depth_degree=1,  # the ripple over 2 n places after logarithmically many carry-save rounds
)
SQUARE_ROOT = RealFunction(
    name="square_root",
    formula="√x",
    coordinates=1,
    true=np.sqrt,
    code_places=lambda places: 2 * (places + 1),
    gates=_square_root,
    size_degree=2,  # m + 1 subtractions of up to m + 3 places
    depth_degree=2,  # one after the other: each decides a digit of the next
)
DISTANCE = RealFunction(
    name="distance",
    formula="√((x² + y²)/2)",  # from the origin
    coordinates=2,
    true=lambda x, y: np.sqrt((x * x + y * y) / 2),
    code_places=lambda places: places + 2,
    gates=_distance,
    size_degree=2,  # as the squares and the root
    depth_degree=2,  # as the root
)
RECIPROCAL = RealFunction(
    name="reciprocal",
    formula="1/(1 + x)",
    coordinates=1,
    true=lambda x: 1 / (1 + x),
    code_places=lambda places: places + 1,
    gates=_reciprocal,
    size_degree=2,  # m + 2 subtractions of m + 3 places
    depth_degree=2,  # one after the other
)
