"""What a Boolean gate costs as threshold gates, by its kind (document 000, Theorem 1, step 2).

The slide replaces AND, OR and NOT, one gate each; the builder's XOR is not among them.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit import gates, reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.threshold.from_boolean import threshold_circuit

ODD = "xor"  # the kind that is no single threshold gate


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Replace one gate of every kind and number ``sources``, and try all its inputs."""
    rows, agreements = [], []
    for kind in gates.Kind:
        for sources in params["sources"]:
            if sources and gates.allowed(kind, sources):
                circuit = from_gates(sources, [(kind, range(sources))], [sources])
                made = threshold_circuit(circuit)
                bits = all_inputs(sources)
                expected = reference.evaluate(circuit, bits)
                agreements.append(float((made.evaluate_bits(bits) == expected).mean()))
                rows.append((kind.name.lower(), sources, made.size, made.edges, made.depth))
    table = pd.DataFrame(rows, columns=["kind", "sources", "gates", "edges", "depth"])
    single, odd = table[table["kind"] != ODD], table[table["kind"] == ODD]
    by_the_rule = odd["sources"].to_numpy(dtype=np.int64) // 2 + 1
    statistics = {
        "agreement": stats.exact(min(agreements), len(agreements)),
        "gates": stats.exact(int(single["gates"].max()), len(single)),
        "edges": stats.exact(float((single["edges"] / single["sources"]).max())),
        "xor_excess": stats.exact(int((odd["gates"].to_numpy() - by_the_rule).max())),
        "xor_depth": stats.exact(int(odd["depth"].max()), len(odd)),
    }
    return stats.Evaluation(table, statistics)
