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
Tokens = Bool[np.ndarray, "run sample token"]

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


def generated(
    program: ThresholdCircuit, weights: Weights, inputs: Bits
) -> tuple[Tokens, Bool[np.ndarray, "run sample gate"]]:
    """Write the tokens one by one; return them, and the mistakes given true tokens before."""
    truth = np.ascontiguousarray(np.swapaxes(coded(sequences(program, inputs)), 1, 2))
    written = truth.copy()
    mistakes = np.empty((len(truth), program.size, truth.shape[2]), dtype=bool)
    for gate in range(program.size):
        row = 1 + program.inputs + gate
        column = np.ascontiguousarray(weights[:, None, :row, gate])
        # one routine for both: where the tokens before agree, so do the sums to the last digit
        mistakes[:, gate] = _signs(column, truth[:, :row]) != truth[:, row]
        written[:, row] = _signs(column, written[:, :row])
    tokens = np.swapaxes(written[:, 1:], 1, 2) > 0
    return np.ascontiguousarray(tokens), np.ascontiguousarray(np.swapaxes(mistakes, 1, 2))


def _signs(
    column: Float32[np.ndarray, "run 1 seen"], tokens: Float32[np.ndarray, "run seen sample"]
) -> Float32[np.ndarray, "run sample"]:
    total = (column @ tokens)[:, 0]
    return np.where(total > 0, np.float32(1), np.float32(-1))


def outputs_right(
    program: ThresholdCircuit, tokens: Tokens, truth: Tokens
) -> Bool[np.ndarray, "run sample"]:
    """Say where all outputs are right."""
    same = tokens[:, :, program.outputs] == truth[:, :, program.outputs]
    return np.asarray(same.all(axis=2))
