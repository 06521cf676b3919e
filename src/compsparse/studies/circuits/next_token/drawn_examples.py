"""Draws the examples of a program: uniform input bits, or all inputs to test with."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Bool

from compsparse.seeds import generator
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.next_token.examples import Examples
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

MOST_BITS = 12  # of inputs that are all taken


def drawn_examples(program: ThresholdCircuit, params: Mapping[str, Any]) -> Examples:
    """Return examples by the parameters of a ``generate`` step.

    Among them: training, inputs to learn from in each run; held_out, inputs to test with, or None
    for all.
    """
    held_out = params["held_out"]
    if held_out is not None:
        tested = _drawn(program, params, "held_out", held_out)
    elif program.inputs <= MOST_BITS:
        tested = np.stack([all_inputs(program.inputs)] * params["runs"])
    else:
        raise ValueError(
            f"All inputs of {program.inputs} bits are too many to test with; give held_out a "
            f"number, or take a task of at most {MOST_BITS} bits."
        )
    return Examples(program, _drawn(program, params, "training", params["training"]), tested)


def _drawn(
    program: ThresholdCircuit, params: Mapping[str, Any], role: str, count: int
) -> Bool[np.ndarray, "run sample bit"]:
    draws = [
        generator(params["root_seed"], *params["seed_names"], role, run).random(
            (count, program.inputs)
        )
        for run in range(params["runs"])
    ]
    return np.stack(draws) < 0.5
