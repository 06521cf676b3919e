"""A linear next-token predictor: one masked linear layer, a logistic regression per position.

Document 000, Theorem 4: "a linear (or shallow) autoregressive next-token predictor". A position
sees all tokens before; it has to find the few that its gate reads. Weights of gate g are in column
g of a matrix, row 0 the constant, row 1 + j token j, masked from row 1 + n + g on.
"""

import numpy as np
from jaxtyping import Bool, Float32, Int64

from compsparse.studies.circuits.next_token.linear_layer import fitted_layer
from compsparse.studies.circuits.next_token.program import coded, sequences
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

Bits = Bool[np.ndarray, "run sample bit"]
Rows = Float32[np.ndarray, "run seen sample"]
Weights = Float32[np.ndarray, "run seen gate"]
_TOGETHER = 32  # gates that are trained by one matrix product


def visible(inputs: int, gates: int) -> Float32[np.ndarray, "seen gate"]:
    """Return 1 where a position sees the constant or a token before it, and 0 elsewhere."""
    token = np.arange(inputs + gates + 1)[:, None]
    return (token <= inputs + np.arange(gates)).astype(np.float32)


def fitted_predictor(
    program: ThresholdCircuit,
    inputs: Bits,
    *,
    steps: int,
    rates: Float32[np.ndarray, " run"],
    decay: float,
    hidden: Int64[np.ndarray, " hidden"] | None = None,
) -> Weights:
    """Train a predictor in each run (``fitted_layer``); no position sees tokens ``hidden``."""
    seen = coded(sequences(program, inputs))
    target, mask = seen[:, :, 1 + program.inputs :], visible(program.inputs, program.size)
    if hidden is not None:
        mask[1 + hidden] = 0
    weights = np.zeros((len(seen), *mask.shape), dtype=np.float32)
    # positions share no weights, and early ones are spared the tokens that they do not see
    for start in range(0, program.size, _TOGETHER):
        gates = slice(start, start + _TOGETHER)
        tokens = slice(0, program.inputs + min(gates.stop, program.size))
        weights[:, tokens, gates] = fitted_layer(
            np.ascontiguousarray(seen[:, :, tokens]),
            np.ascontiguousarray(target[:, :, gates]),
            mask=mask[tokens, gates],
            steps=steps,
            rates=rates,
            decay=decay,
        )
    return weights


def token_rows(program: ThresholdCircuit, inputs: Bits) -> Rows:
    """Return what a predictor sees, by tokens, so that a gate reads and writes whole rows."""
    return np.ascontiguousarray(np.swapaxes(coded(sequences(program, inputs)), 1, 2))


def generated(weights: Weights, truth: Rows) -> tuple[Rows, Bool[np.ndarray, "run gate sample"]]:
    """Write the tokens one by one; return them, and the mistakes given true tokens before."""
    written = truth.copy()
    _, wires, gates = weights.shape
    mistakes = np.empty((len(truth), gates, truth.shape[2]), dtype=bool)
    for gate, row in enumerate(range(wires - gates, wires)):
        column = np.ascontiguousarray(weights[:, None, :row, gate])
        # one routine for both: where the tokens before agree, so do the sums to the last digit
        mistakes[:, gate] = _true(column, truth[:, :row]) != (truth[:, row] > 0)
        written[:, row] = np.where(_true(column, written[:, :row]), np.float32(1), np.float32(-1))
    return written, mistakes


def _true(column: Float32[np.ndarray, "run 1 seen"], rows: Rows) -> Bool[np.ndarray, "run sample"]:
    return np.asarray((column @ rows)[:, 0] > 0)


def written_outputs(program: ThresholdCircuit, rows: Rows) -> Bool[np.ndarray, "run sample output"]:
    """Return the outputs among the tokens of ``token_rows`` or ``generated``."""
    return np.swapaxes(rows[:, 1 + program.outputs] > 0, 1, 2)
