"""The square root: a restoring digit recurrence.

No Lipschitz constant bounds the root near 0, where codes of n places leave an error of 2^(-n/2). So
they need twice the places of the result. With n = 2 (m + 1), in units of 2^-m: all x of a cell have
the root R of m + 1 digits, and fall short of the next one, since the code C < (R + 1)^2 is a whole
number. So the root's error is at most 1/2 unit, and rounding adds at most 1/2.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.arithmetic.fixed_point import rounded
from compsparse.studies.circuits.arithmetic.roots import whole_square_root
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction


def _gates(builder: Builder, codes: Sequence[Sequence[int]], places: int) -> list[int]:
    root = whole_square_root(builder, codes[0])
    return rounded(builder, root, len(root), places)


SQUARE_ROOT = RealFunction(
    name="square_root",
    formula="√x",
    coordinates=1,
    true=np.sqrt,
    code_places=lambda places: 2 * (places + 1),
    gates=_gates,
    size_degree=2,  # m + 1 subtractions of up to m + 3 places
    depth_degree=2,  # one after the other: each decides a digit of the next
)
