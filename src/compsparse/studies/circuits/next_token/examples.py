"""The examples of a task in a file: a program, and each run's inputs, eight in a byte."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int64, UInt8

from compsparse.studies.circuits.circuit.graph import CircuitError
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit, from_arrays
from compsparse.studies.circuits.worlds.tokens import stored_program
from workflow_engine.artifacts import errors, named_axes
from workflow_engine.artifacts.arrays import read_arrays

_PARTS = ("training", "held_out")


@dataclass(frozen=True, eq=False)
class Examples:
    """Training and held-out inputs of one task."""

    program: ThresholdCircuit  # computes the other tokens
    training: Bool[np.ndarray, "run sample bit"]  # a run with N examples takes the first N
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
        program = stored_program(from_arrays(stored), stored)
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


def _packed(bits: Bool[np.ndarray, "run sample bit"]) -> np.ndarray:
    return np.packbits(np.swapaxes(bits, 1, 2), axis=2, bitorder="little")


def _unpacked(words: np.ndarray, count: int) -> Bool[np.ndarray, "run sample bit"]:
    bits = np.unpackbits(words, axis=2, bitorder="little", count=count)
    return np.swapaxes(bits, 1, 2).astype(bool)
