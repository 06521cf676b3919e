"""How many Boolean functions are a single threshold gate (document 000, Theorem 1, step 2).

Counted from both sides: weights are found for the functions that are one, and a contradiction for
those that are none. The counts are known: 4, 14, 104, 1882 (Winder; Muroga, Threshold Logic and Its
Applications, 1971; sequence A000609 of the OEIS).
"""

import numpy as np
import pandas as pd

from compsparse.statistics.intervals import exact
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.gates import Kind, value
from compsparse.studies.circuits.threshold.single_gate import (
    numbers_of_values,
    single_gate_functions,
    summable_functions,
)

RESULT = "circuits_threshold_functions"

_NAMED = (
    (Kind.NOT, (1,)),
    (Kind.AND, (1, 2, 3, 4)),
    (Kind.OR, (1, 2, 3, 4)),
    (Kind.MAJORITY, (3,)),
)
_PARITIES = ((Kind.XOR, (2, 3, 4)),)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Sort all functions of each number of inputs.

    Params: root_seed, not used; inputs, numbers of inputs; largest_weight of the gates.

    Returns:
        ``table``: by number of inputs how many functions are a single gate, and how many have two
        true and two false inputs of equal sum; ``metrics``: the counts, functions that are neither
        or both, and what NOT, AND, OR, MAJORITY and XOR are.
    """
    rows, single = [], {}
    unproven = 0
    for count in params["inputs"]:
        single[count] = single_gate_functions(count, params["largest_weight"])
        summable = summable_functions(count)
        rows.append((count, len(summable), int(single[count].sum()), int(summable.sum())))
        unproven += int((single[count] == summable).sum())
    table = pd.DataFrame(rows, columns=["inputs", "functions", "single_gates", "summable"])
    total = int(table["functions"].sum())
    gates, parities = _single(_NAMED, single), _single(_PARITIES, single)
    metrics = {
        **{
            f"single_gates_{count}": exact(int(of.sum())).as_metric()
            for count, of in single.items()
        },
        "unproven": exact(unproven, total).as_metric(),
        "named_gates": exact(float(np.mean(gates)), len(gates)).as_metric(),
        "parities": exact(float(np.mean(parities)), len(parities)).as_metric(),
    }
    return {"table": table, "metrics": {RESULT: metrics}}


def _single(
    kinds: tuple[tuple[Kind, tuple[int, ...]], ...], single: dict[int, np.ndarray]
) -> list[bool]:
    """Say of each gate whose functions are listed whether it is a single threshold gate."""
    found = []
    for kind, arities in kinds:
        for arity in arities:
            if arity in single:
                values = [value(kind, pattern) for pattern in all_inputs(arity).tolist()]
                found.append(bool(single[arity][numbers_of_values(np.array([values]))[0]]))
    return found
