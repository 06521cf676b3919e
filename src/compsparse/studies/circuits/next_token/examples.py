"""The examples of a task: drawn, and in a file, eight inputs in a byte."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int64, UInt8

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.graph import CircuitError
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from compsparse.studies.circuits.worlds.catalogue import StepWorld
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from compsparse.studies.circuits.worlds.tokens import program_in_world, stored_program
from workflow_engine.artifacts import errors, named_axes
from workflow_engine.artifacts.arrays import read_arrays

Bits = Bool[np.ndarray, "run sample bit"]

_PARTS = ("training", "held_out")


@dataclass(frozen=True, eq=False)
class Examples:
    """Training and held-out inputs of one task."""

    program: ThresholdCircuit  # computes the other tokens
    training: Bits  # a run with N examples takes the first N
    held_out: Bool[np.ndarray, "run held_out bit"]  # test what was learned

    @property
    def runs(self) -> int:
        """Number of independent draws of inputs."""
        return len(self.training)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return plain arrays, for ``read_examples``."""
        packed = {name: _packed(getattr(self, name)) for name in _PARTS}
        counts = {f"{name}_count": np.array(getattr(self, name).shape[1]) for name in _PARTS}
        return self.program.arrays() | packed | counts


def read_examples(path: Path) -> Examples:
    """Return the examples of a file."""
    try:
        stored = read_arrays(path)
        program = stored_program(ThresholdCircuit.from_arrays(stored), stored)
    except CircuitError as error:
        raise errors.ArtifactError(path, f"It holds no program. {error}") from error
    wanted = {name: UInt8[np.ndarray, f"run {program.inputs} {name}_byte"] for name in _PARTS}
    wanted |= {f"{name}_count": Int64[np.ndarray, ""] for name in _PARTS}
    arrays = named_axes.read_named_axes(path, wanted)
    parts = {}
    for name in _PARTS:
        count, words = int(arrays[f"{name}_count"]), arrays[name]
        if words.shape[2] != -(-count // 8):
            raise errors.ArtifactError(
                path, f"{count} inputs {name!r} are not of shape {words.shape}."
            )
        parts[name] = _unpacked(words, count)
    return Examples(program, **parts)


def _packed(bits: Bits) -> np.ndarray:
    return np.packbits(np.swapaxes(bits, 1, 2), axis=2, bitorder="little")


def _unpacked(words: np.ndarray, count: int) -> Bits:
    bits = np.unpackbits(words, axis=2, bitorder="little", count=count)
    return np.swapaxes(bits, 1, 2).astype(bool)


MOST_BITS = 12  # of an input, up to which all inputs are tested
MOST_SEEN = 0.5  # fraction of all inputs, beyond which too few are left for testing


@dataclass(frozen=True)
class Draws:
    """Numbers of drawn inputs."""

    runs: int
    training: int  # of each run
    held_out: int | None  # test inputs of each run; None: all inputs; 0: none are needed


def examples_in_world(circuit: Circuit, draws: Draws, world: StepWorld) -> Examples:
    """Return examples of the program of a circuit, both as a world makes them."""
    program = program_of(circuit_in_world(circuit, world, "task"))
    return drawn_examples(program_in_world(program, world), draws, world)


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


def _drawn(program: ThresholdCircuit, runs: int, count: int, world: StepWorld) -> Bits:
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
