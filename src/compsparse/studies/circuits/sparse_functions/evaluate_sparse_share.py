"""How rare functions with small circuits are: listed up to five inputs, counted beyond.

Document 000, slides 'Definition: Compositional Sparsity' and 'Principle I'.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.sparse_functions import circuit_sizes, counting
from compsparse.studies.circuits.sparse_functions.formula_sizes import formula_sizes

FORMULA, CIRCUIT, HALF = "formula", "circuit", "half"  # parts of the table
_FAN_IN = 2
_LARGE = 4  # gates from which numbers of functions are metrics


@dataclass(frozen=True)
class Listing:
    """Number of inputs, and the number of gates up to which smallest circuits are listed."""

    inputs: int
    gates: int


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    formula_inputs: Sequence[int],
    circuits: Sequence[Listing],
    counted: Sequence[int],
) -> stats.Evaluation:
    """Return the numbers of functions by size, listed and counted.

    Parts of the table: ``formula`` and ``circuit``, the functions of n inputs by the gates of the
    smallest one, and a bound; ``half``, the gates that half of all functions need.

    Args:
        formula_inputs: numbers n of inputs whose smallest formulas are listed.
        circuits: whose smallest circuits are listed.
        counted: numbers n of inputs for which functions of small circuits are counted.
    """
    formulas = {n: formula_sizes(n) for n in formula_inputs}
    listed = {
        listing.inputs: circuit_sizes.functions_by_size(listing.inputs, listing.gates)
        for listing in circuits
    }
    rows = [
        _row(FORMULA, n, gates, 2 * int(count))
        for n, sizes in formulas.items()
        for gates, count in enumerate(np.bincount(sizes))
    ]
    rows += [
        _row(CIRCUIT, n, gates, 2 * len(functions))
        for n, sizes in listed.items()
        for gates, functions in enumerate(sizes)
    ]
    rows += [_row(HALF, n, counting.least_gates(n, _FAN_IN)) for n in counted]
    table = pd.DataFrame(rows)
    return stats.Evaluation(table, _listed(table, formulas, listed) | _counted(table))


def _row(part: str, inputs: int, gates: int, functions: int = 0) -> dict[str, object]:
    """Return a row; fractions of all functions as log2, since they underflow a float."""
    total = 2**inputs  # log2 of the number of all functions
    counted = counting.functions_within if part == HALF else counting.functions_with
    return {
        "part": part,
        "inputs": inputs,
        "gates": gates,
        "functions": functions,
        "log2_share": log2(functions) - total if functions else 0.0,
        "log2_bound": log2(counted(inputs, gates, _FAN_IN)) - total,
    }


def _listed(
    table: pd.DataFrame, formulas: dict[int, np.ndarray], circuits: dict[int, list[np.ndarray]]
) -> dict[str, stats.Interval]:
    totals = table[table["part"] == FORMULA].groupby("inputs")["functions"].sum()
    wrong = sum(total != 2**2**n for n, total in totals.items())  # type: ignore[operator]
    smaller = sum(
        int((formulas[n][functions >> 1] < gates).sum())
        for n, sizes in circuits.items()
        if n in formulas
        for gates, functions in enumerate(sizes)
    )
    listed = table[table["part"] == CIRCUIT]
    share = (listed["log2_share"] - listed["log2_bound"]).max()
    large = listed[listed["gates"] >= _LARGE]
    return {
        "wrong_totals": stats.exact(wrong, len(totals)),
        "formulas_below_circuits": stats.exact(smaller, len(circuits)),
        "largest_share_of_count": stats.exact(float(2**share), len(listed)),
    } | {
        f"functions_{row['inputs']}_inputs_{row['gates']}_gates": stats.exact(int(row["functions"]))
        for _, row in large.iterrows()
    }


def _counted(table: pd.DataFrame) -> dict[str, stats.Interval]:
    half = table[table["part"] == HALF]
    numbers = [int(n) for n in half["inputs"]]
    within = counting.functions_within
    small = [log2(within(n, 2**n // (2 * n), _FAN_IN)) - 2**n for n in numbers]
    return {
        "least_half_size": stats.exact(
            float((half["gates"] * half["inputs"] / 2.0 ** half["inputs"]).min()), len(half)
        ),
        "share_of_small": stats.exact(float(2 ** max(small)), len(half)),
        "squares_are_rare_from": stats.exact(_squares_are_rare_from()),
    }


def _squares_are_rare_from() -> int:
    """Return the first n at which fewer than 1 % of all functions can have n^2 gates."""
    n = 2
    while 100 * counting.functions_within(n, n**2, _FAN_IN) >= 2**2**n:
        n += 1
    return n
