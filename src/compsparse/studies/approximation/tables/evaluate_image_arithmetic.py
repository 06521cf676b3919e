"""The count eps^(-d/m) for images, by exact powers."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pandas as pd

from compsparse.statistics import api as stats

_ATOMS = 80  # log10 of the number of atoms in the visible universe, as usually estimated


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    digits: int,
    variables: Sequence[int],
    orders: Sequence[int],
    arity: int,
) -> stats.Evaluation:
    """Return one row per d and m: log10 of the count at eps = 10^-digits.

    It is compared with that of d - 1 constituents of so many variables as ``arity``.
    """
    powers = {(d, order): Fraction(digits * d, order) for d, order in product(variables, orders)}
    table = pd.DataFrame(
        {
            "variables": d,
            "order": order,
            "log10_numbers": float(power),
            "log10_numbers_of_a_constituent": float(Fraction(digits * arity, order)),
            "beyond_atoms": power > _ATOMS,
        }
        for (d, order), power in powers.items()
    )
    statistics = {
        f"log10_d_{d}_order_{order}": stats.exact(float(power))
        for (d, order), power in powers.items()
    }
    return stats.Evaluation(table, statistics)
