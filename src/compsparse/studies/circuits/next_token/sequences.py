"""Sequences of tokens, an input's bits, then values of all gates (document 000, Theorem 4)."""

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from compsparse.studies.circuits.worlds.tokens import RandomTokens


def sequences(
    program: ThresholdCircuit, inputs: Bool[np.ndarray, "*batch sample bit"]
) -> Bool[np.ndarray, "*batch sample token"]:
    """Return the tokens of each input."""
    if inputs.shape[-1] != program.inputs:
        raise ValueError(f"The program has {program.inputs} inputs, not {inputs.shape[-1]}.")
    if isinstance(program, RandomTokens):
        return program.tokens(inputs)
    # a row per token, so that a gate reads and writes whole rows
    tokens = np.empty((program.wires, *inputs.shape[:-1]), dtype=np.int8)
    tokens[: program.inputs] = np.moveaxis(inputs, -1, 0)
    offsets, sources = program.offsets.tolist(), program.sources.tolist()
    weights, thresholds = program.weights.tolist(), program.thresholds.tolist()
    for gate in range(program.size):
        total = np.zeros(inputs.shape[:-1], dtype=np.int16)
        for edge in range(offsets[gate], offsets[gate + 1]):
            total += weights[edge] * tokens[sources[edge]]
        tokens[program.inputs + gate] = total >= thresholds[gate]
    return np.ascontiguousarray(np.moveaxis(tokens, 0, -1)).astype(bool)


def coded(tokens: Bool[np.ndarray, "*batch token"]) -> Float32[np.ndarray, "*batch token+1"]:
    """Return what a predictor sees: a constant 1, then the tokens as -1 and 1."""
    seen = np.ones((*tokens.shape[:-1], tokens.shape[-1] + 1), dtype=np.float32)
    seen[..., 1:] = np.where(tokens, np.float32(1), np.float32(-1))
    return seen
