"""sqrt((x^2 + y^2) / 2), a distance from the origin: squares, a sum and a root, composed.

Error in units of 2^-m, with codes of n = m + 2 places: both partial derivatives together are
(x + y) / (2 f) <= 1, so that codes that fall short by 1/4 unit cost at most 1/4. Half of the
sum of the codes' squares has 2 n whole places (its fraction cannot change the whole root), and its
root of n digits falls short by at most 1/4. Rounding adds at most 1/2.

Unlike the root alone it needs no more places than the product does, for it is Lipschitz.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.arithmetic.addition import ripple_sum
from compsparse.studies.circuits.arithmetic.fixed_point import rounded
from compsparse.studies.circuits.arithmetic.multiplication import square
from compsparse.studies.circuits.arithmetic.roots import whole_square_root
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction


def _gates(builder: Builder, codes: Sequence[Sequence[int]], places: int) -> list[int]:
    total = ripple_sum(builder, *(square(builder, code) for code in codes))
    root = whole_square_root(builder, total[1:])
    return rounded(builder, root, len(root), places)


DISTANCE = RealFunction(
    name="distance",
    formula="√((x² + y²)/2)",
    coordinates=2,
    true=lambda x, y: np.sqrt((x * x + y * y) / 2),
    code_places=lambda places: places + 2,
    gates=_gates,
    size_degree=2,  # as the squares and the root
    depth_degree=2,  # as the root
)
