"""The count eps^(-d/m) for images, by exact powers."""

from fractions import Fraction

import pandas as pd

from compsparse.statistics import api as stats

_ATOMS = 80  # powers of ten of the atoms in the visible universe, as usually estimated


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per d and m: the power of ten of the count at eps = 10^-digits.

    Params: digits; variables, a list of d; orders, a list of m; arity, of the constituents that the
    count is compared with, d - 1 of them.
    """
    rows = []
    for d in params["variables"]:
        for order in params["orders"]:
            power = Fraction(params["digits"] * d, order)
            tree = Fraction(params["digits"] * params["arity"], order)
            rows.append(
                {
                    "variables": d,
                    "order": order,
                    "log10_numbers": float(power),
                    "log10_numbers_of_a_constituent": float(tree),
                    "beyond_atoms": bool(power > _ATOMS),
                }
            )
    table = pd.DataFrame(rows)
    statistics = {
        f"log10_d_{row['variables']}_order_{row['order']}": stats.exact(float(row["log10_numbers"]))
        for row in rows
    }
    return stats.Evaluation(table, statistics)
