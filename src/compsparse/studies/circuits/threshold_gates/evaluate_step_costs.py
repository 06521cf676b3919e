"""What a Boolean gate costs as threshold gates, by its kind (document 000, Theorem 1, step 2).

The slide replaces AND, OR and NOT by one gate each; the builder's XOR is not among them.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit import gates, reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.threshold.from_boolean import threshold_circuit

ODD = "xor"  # the only kind that is not a single threshold gate


@stats.evaluates
def run(inputs: stats.Inputs, *, sources: Sequence[int]) -> stats.Evaluation:
    """Replace a gate of every kind with each number of sources, and test it on all inputs."""
    rows, agreements = [], []
    for kind in gates.Kind:
        for arity in sources:
            if arity and gates.allowed(kind, arity):
                circuit = from_gates(arity, [(kind, range(arity))], [arity])
                made = threshold_circuit(circuit)
                bits = all_inputs(arity)
                expected = reference.evaluate(circuit, bits)
                agreements.append(float((made.evaluate_bits(bits) == expected).mean()))
                rows.append((kind.name.lower(), arity, made.size, made.edges, made.depth))
    table = pd.DataFrame(rows, columns=["kind", "sources", "gates", "edges", "depth"])
    single, odd = table[table["kind"] != ODD], table[table["kind"] == ODD]
    predicted = odd["sources"].to_numpy(dtype=np.int64) // 2 + 1
    statistics = {
        "agreement": stats.exact(min(agreements), len(agreements)),
        "gates": stats.exact(int(single["gates"].max()), len(single)),
        "edges": stats.exact(float((single["edges"] / single["sources"]).max())),
        "xor_excess": stats.exact(int((odd["gates"].to_numpy() - predicted).max())),
        "xor_depth": stats.exact(int(odd["depth"].max()), len(odd)),
    }
    return stats.Evaluation(table, statistics)
