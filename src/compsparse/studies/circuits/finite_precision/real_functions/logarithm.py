"""log2(1 + x): repeated squaring, one digit at a time.

With y in [1, 2), y^2 is in [1, 4): the next digit of log2 y is one if y^2 >= 2, and then y^2 / 2 is
the next y. All y are cut to w places.

Error in units of 2^-m: the derivative is at most 1 / ln 2 < 1.443, so that a code of n = m + 3
places that falls short by 1/8 costs at most 0.181. The m + 2 digits leave at most 1/4. Cutting y to
no less than 1 by at most 2^-w costs its logarithm at most 1.443 2^-w, and at digit i this weighs
2^-i: in all at most 1.443 2^-w, with w = m + 5 at most 0.046 units. All three make the result too
small; together they are below 1/2. Rounding adds at most 1/2.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from compsparse.studies.circuits.arithmetic import fixed_point, multiplication
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction

_DIGITS = 2  # beyond the places of the result
_PLACES = 5


def _gates(builder: Builder, codes: Sequence[Sequence[int]], places: int) -> list[int]:
    width = places + _PLACES
    padding = [builder.constant(False)] * (width - len(codes[0]))
    number = [*padding, *codes[0], builder.constant(True)]
    digits: list[int] = []  # most significant first
    for _ in range(places + _DIGITS):
        # 2 width places behind the point, two before it
        squared = multiplication.square(builder, number)
        above = squared[-1]
        digits.append(above)
        kept = squared[width : 2 * width + 2]
        halved = [_chosen(builder, above, high, low) for low, high in pairwise(kept)]
        number = [*halved[:width], builder.constant(True)]
    return fixed_point.rounded(builder, digits[::-1], len(digits), places)


def _chosen(builder: Builder, which: int, first: int, second: int) -> int:
    taken = builder.conjunction((which, first))
    left = builder.conjunction((builder.negation(which), second))
    return builder.disjunction((taken, left))


LOGARITHM = RealFunction(
    name="logarithm",
    formula="log₂(1 + x)",
    coordinates=1,
    true=lambda x: np.log2(1 + x),
    code_places=lambda places: places + 3,
    gates=_gates,
    size_degree=3,  # m + 2 squares of m + 6 places
    depth_degree=2,  # one after the other, each with a ripple
)
