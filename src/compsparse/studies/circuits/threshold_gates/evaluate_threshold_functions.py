"""How many Boolean functions are a single threshold gate (document 000, Theorem 1, step 2).

For each function, weights are found, or a contradiction that excludes them. Known: 4, 14, 104, 1882
(Winder; Muroga, Threshold Logic and Its Applications, 1971; sequence A000609 of the OEIS).
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.gates import Kind, value
from compsparse.studies.circuits.threshold import single_gate

_NAMED = (
    (Kind.NOT, (1,)),
    (Kind.AND, (1, 2, 3, 4)),
    (Kind.OR, (1, 2, 3, 4)),
    (Kind.MAJORITY, (3,)),
)
_PARITIES = ((Kind.XOR, (2, 3, 4)),)


@stats.evaluates
def run(files: stats.Inputs, /, *, inputs: Sequence[int], largest_weight: int) -> stats.Evaluation:
    """Classify all functions of each number of inputs; unproven ones are neither or both."""
    rows, single = [], dict[int, np.ndarray]()
    unproven = 0
    for count in inputs:
        single[count] = single_gate.single_gate_functions(count, largest_weight)
        summable = single_gate.summable_functions(count)
        rows.append((count, len(summable), int(single[count].sum()), int(summable.sum())))
        unproven += int((single[count] == summable).sum())
    table = pd.DataFrame(rows, columns=["inputs", "functions", "single_gates", "summable"])
    total = int(table["functions"].sum())
    gates, parities = _single(_NAMED, single), _single(_PARITIES, single)
    statistics = {
        **{
            f"single_gates_{count}": stats.exact(int(found.sum()))
            for count, found in single.items()
        },
        "unproven": stats.exact(unproven, total),
        "named_gates": stats.exact(float(np.mean(gates)), len(gates)),
        "parities": stats.exact(float(np.mean(parities)), len(parities)),
    }
    return stats.Evaluation(table, statistics)


def _single(
    kinds: tuple[tuple[Kind, tuple[int, ...]], ...], single: dict[int, np.ndarray]
) -> list[bool]:
    """Say for each gate whose functions are listed whether it is a single threshold gate."""
    found = []
    for kind, arities in kinds:
        for arity in arities:
            if arity in single:
                values = [value(kind, pattern) for pattern in all_inputs(arity).tolist()]
                (number,) = single_gate.numbers_of_values(np.array([values]))
                found.append(bool(single[arity][number]))
    return found
