"""Draws the examples of a program: uniform input bits, or all inputs to test with."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.next_token.examples import Examples
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from workflow_engine.seeds import generator

MOST_BITS = 12  # of inputs that are all taken
MOST_SEEN = 0.5  # of all inputs, beyond which hardly any are left to test with


def drawn_examples(program: ThresholdCircuit, params: Mapping[str, Any]) -> Examples:
    """Return examples by the parameters of a ``generate`` step.

    Among them: training, inputs of each run to learn from; held_out, others to test with, None for
    all inputs, 0 where nothing is tested: the file then holds one of the inputs to learn from.
    """
    held_out = params["held_out"]
    training = _drawn(program, params, "training", params["training"])
    if held_out == 0:
        tested = training[:, :1]
    elif held_out is not None:
        tested = _unseen(program, params, training, held_out)
    elif program.inputs <= MOST_BITS:
        tested = np.stack([all_inputs(program.inputs)] * params["runs"])
    else:
        raise ValueError(
            f"All inputs of {program.inputs} bits are too many to test with; give held_out a "
            f"number, or take a task of at most {MOST_BITS} bits."
        )
    return Examples(program, training, tested)


def _drawn(
    program: ThresholdCircuit, params: Mapping[str, Any], role: str, count: int
) -> Bool[np.ndarray, "run sample bit"]:
    draws = [
        _random(params, role, run).random((count, program.inputs)) for run in range(params["runs"])
    ]
    return np.stack(draws) < 0.5


def _unseen(
    program: ThresholdCircuit,
    params: Mapping[str, Any],
    training: Bool[np.ndarray, "run sample bit"],
    count: int,
) -> Bool[np.ndarray, "run held_out bit"]:
    """Draw inputs that a run does not learn from, so that memory alone answers none of them."""
    return np.stack(
        [
            _apart(known, count, _random(params, "held_out", run))
            for run, known in enumerate(training)
        ]
    )


def _apart(
    known: Bool[np.ndarray, "sample bit"], count: int, random: np.random.Generator
) -> Bool[np.ndarray, "held_out bit"]:
    seen, bits = set(_words(known)), known.shape[1]
    if len(seen) > MOST_SEEN * 2**bits:
        raise ValueError(
            f"{len(seen)} of the {2**bits} inputs of {bits} bits are learned from; at most "
            f"{MOST_SEEN:.0%} may be, or what is held out tests memory. Take fewer examples or a "
            "task of more bits."
        )
    kept: list[np.ndarray] = []
    while sum(len(part) for part in kept) < count:
        drawn = random.random((count, bits)) < 0.5
        kept.append(drawn[[word not in seen for word in _words(drawn)]])
    return np.asarray(np.concatenate(kept)[:count])


def _words(inputs: Bool[np.ndarray, "sample bit"]) -> list[bytes]:
    return [row.tobytes() for row in np.packbits(inputs, axis=1)]


def _random(params: Mapping[str, Any], role: str, run: int) -> np.random.Generator:
    return generator(params["root_seed"], *params["seed_names"], role, run)
