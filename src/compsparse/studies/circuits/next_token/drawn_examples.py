"""Draws the examples of a program: uniform input bits, or all inputs for testing."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.next_token.examples import Examples
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from compsparse.studies.circuits.worlds.step_world import StepWorld

MOST_BITS = 12  # of an input, up to which all inputs are tested
MOST_SEEN = 0.5  # fraction of all inputs, beyond which too few are left for testing


@dataclass(frozen=True)
class Draws:
    """Numbers of drawn inputs."""

    runs: int
    training: int  # of each run
    held_out: int | None  # test inputs of each run; None: all inputs; 0: none are needed


def drawn_examples(program: ThresholdCircuit, draws: Draws, world: StepWorld) -> Examples:
    """Return drawn examples; if none are needed for testing, one training input stands in."""
    training = _drawn(program, draws.runs, draws.training, world)
    if draws.held_out == 0:
        tested = training[:, :1]
    elif draws.held_out is not None:
        # without the training inputs of the run, so that memory alone answers none of them
        parts = [
            _apart(known, draws.held_out, world.random("held_out", run))
            for run, known in enumerate(training)
        ]
        tested = np.stack(parts)
    elif program.inputs <= MOST_BITS:
        tested = np.stack([all_inputs(program.inputs)] * draws.runs)
    else:
        raise ValueError(
            f"All inputs of {program.inputs} bits are too many to test with; give held_out a "
            f"number, or take a task of at most {MOST_BITS} bits."
        )
    return Examples(program, training, tested)


def _drawn(
    program: ThresholdCircuit, runs: int, count: int, world: StepWorld
) -> Bool[np.ndarray, "run sample bit"]:
    shape = (count, program.inputs)
    return np.stack([world.random("training", run).random(shape) for run in range(runs)]) < 0.5


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
