"""x y: an array of AND gates and carry-save adders.

Error in units of 2^-m: codes of n = m + 2 places fall short of x and y by at most 1/4 unit each,
and so does their exact product by at most 1/2. Rounding adds at most 1/2.
"""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.fixed_point import rounded
from compsparse.studies.circuits.arithmetic.multiplication import product
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction


def _gates(builder: Builder, codes: Sequence[Sequence[int]], places: int) -> list[int]:
    first, second = codes
    return rounded(builder, product(builder, first, second), len(first) + len(second), places)


PRODUCT = RealFunction(
    name="product",
    formula="x y",
    coordinates=2,
    true=lambda x, y: x * y,
    code_places=lambda places: places + 2,
    gates=_gates,
    size_degree=2,  # n^2 AND gates and nearly as many full adders
    depth_degree=1,  # the ripple over 2 n places after logarithmically many carry-save rounds
)
