"""When a learner that knows the sources of each gate has seen all patterns of these."""

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.next_token.sequences import sequences
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit


def samples_until_known(
    program: ThresholdCircuit, inputs: Bool[np.ndarray, "run sample bit"]
) -> Int64[np.ndarray, " run"]:
    """Return, for each run, how many samples show every gate all patterns of its sources."""
    # a pattern that occurs in no run counts as impossible
    tokens = np.moveaxis(sequences(program, inputs), 2, 0).astype(np.int64)
    needed = np.zeros(len(inputs), dtype=np.int64)
    for gate in range(program.size):
        sources = program.sources[program.offsets[gate] : program.offsets[gate + 1]]
        code = np.zeros(inputs.shape[:2], dtype=np.int64)
        for place, source in enumerate(sources.tolist()):
            code += tokens[source] << place
        for pattern in np.unique(code):
            shown = code == pattern
            if not shown.any(axis=1).all():
                raise ValueError(
                    f"Gate {gate} meets pattern {pattern} in some runs only; draw more samples."
                )
            needed = np.maximum(needed, shown.argmax(axis=1) + 1)
    return needed
