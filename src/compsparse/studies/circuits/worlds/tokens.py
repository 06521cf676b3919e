"""Programs of a world: tokens that are random functions of the whole input."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from jaxtyping import Bool, UInt64

from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from compsparse.studies.circuits.worlds.catalogue import RANDOM_TOKENS, StepWorld

_KEY = "random_tokens"  # the array that a stored program has only in this world
_WORD = 64
_ODD = np.uint64(0x9E3779B97F4A7C15)  # Weyl sequence and mixing of splitmix64
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True, eq=False)
class RandomTokens(ThresholdCircuit):
    """A program whose gates are not evaluated: its tokens are random functions of the input."""

    key: int  # determines the functions

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the program as plain arrays, for ``read_program``."""
        circuit = super().arrays()
        key = circuit.pop("key").astype(np.uint64)
        return {**circuit, _KEY: key}

    def tokens(
        self, inputs: Bool[np.ndarray, "*batch sample bit"]
    ) -> Bool[np.ndarray, "*batch sample token"]:
        """Return the bits of each input, then for each gate a bit that depends on all of them."""
        mixed = np.full(inputs.shape[:-1], self.key, dtype=np.uint64)
        for word in _words(inputs):
            mixed = _mix(mixed ^ word)
        gates = np.arange(1, self.size + 1, dtype=np.uint64) * _ODD
        drawn = (_mix(mixed[..., None] + gates) >> np.uint64(_WORD - 1)).astype(bool)
        return np.concatenate([inputs, drawn], axis=-1)


def program_in_world(program: ThresholdCircuit, world: StepWorld) -> ThresholdCircuit:
    """Return what a step's world makes of a program."""
    if world.name != RANDOM_TOKENS:
        return program
    key = world.random("random_tokens").integers(2**_WORD, dtype=np.uint64)
    return _randomised(program, int(key))


def stored_program(program: ThresholdCircuit, arrays: Mapping[str, np.ndarray]) -> ThresholdCircuit:
    """Return the program, with random tokens if the stored arrays have a key."""
    return _randomised(program, int(arrays[_KEY])) if _KEY in arrays else program


def _randomised(program: ThresholdCircuit, key: int) -> RandomTokens:
    parts = {part.name: getattr(program, part.name) for part in fields(ThresholdCircuit)}
    return RandomTokens(**parts, key=key)


def _words(
    inputs: Bool[np.ndarray, "*batch sample bit"],
) -> list[UInt64[np.ndarray, "*batch sample"]]:
    """Return the bits of each input, 64 in a number."""
    words = []
    for first in range(0, inputs.shape[-1], _WORD):
        part = inputs[..., first : first + _WORD].astype(np.uint64)
        places = np.arange(part.shape[-1], dtype=np.uint64)
        words.append((part << places).sum(axis=-1, dtype=np.uint64))
    return words


def _mix(state: UInt64[np.ndarray, "*any"]) -> UInt64[np.ndarray, "*any"]:
    state = (state ^ (state >> np.uint64(30))) * _FIRST
    state = (state ^ (state >> np.uint64(27))) * _SECOND
    return np.asarray(state ^ (state >> np.uint64(31)))
