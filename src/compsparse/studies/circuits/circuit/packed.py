"""Evaluates a circuit on 64 inputs a word, many gates at once.

Gates of one level, kind and number of sources are a group. Wires are numbered anew so that a group
writes one slice of the buffer, and the words of a block are few enough to stay near the processor.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Int64, UInt64

from compsparse.studies.circuits.circuit.bits import packed, unpacked
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind

_ALL = np.uint64(2**64 - 1)
_BUFFER = 2**21  # bytes of all wires' words in a block
_MOST_WORDS = 256  # of a block
_REDUCTIONS: dict[Kind, Callable[..., np.ndarray]] = {
    Kind.AND: np.bitwise_and,
    Kind.OR: np.bitwise_or,
    Kind.XOR: np.bitwise_xor,
}


@dataclass(frozen=True)
class _Group:
    """Gates of one kind and arity that are evaluated at once, into rows start to stop."""

    kind: Kind
    start: int
    stop: int
    sources: Int64[np.ndarray, "source gate"]


class PackedCircuit:
    """A circuit that is ready to be evaluated many times."""

    def __init__(self, circuit: Circuit) -> None:
        """Group and number the gates."""
        self.inputs = circuit.inputs
        self._rows = circuit.wires
        levels = circuit.levels[circuit.inputs :]
        order = np.lexsort((circuit.fan_ins, circuit.kinds, levels))
        row = np.concatenate([np.arange(circuit.inputs), np.empty(circuit.size, dtype=np.int64)])
        row[circuit.inputs + order] = circuit.inputs + np.arange(circuit.size)
        keys = np.stack([levels, circuit.kinds, circuit.fan_ins])[:, order]
        starts = np.flatnonzero(np.any(np.diff(keys, prepend=-1), axis=0))
        self._groups = []
        for start, stop in pairwise([*starts.tolist(), circuit.size]):
            gates = order[start:stop]
            arity = int(circuit.fan_ins[gates[0]])
            edges = circuit.offsets[gates] + np.arange(arity)[:, None]
            self._groups.append(
                _Group(
                    Kind(int(circuit.kinds[gates[0]])),
                    circuit.inputs + start,
                    circuit.inputs + stop,
                    row[circuit.sources[edges]],
                )
            )
        self._outputs = row[circuit.outputs]

    def evaluate(self, words: UInt64[np.ndarray, "bit word"]) -> UInt64[np.ndarray, "output word"]:
        """Return the packed outputs of packed inputs (``bits.packed``).

        Padding of the last word is evaluated too: a NOT makes it true.

        Raises:
            ValueError: not one row for each input.
        """
        if len(words) != self.inputs:
            raise ValueError(f"The circuit has {self.inputs} inputs, but got {len(words)} rows.")
        total = words.shape[1]
        block = max(1, min(_MOST_WORDS, _BUFFER // (8 * max(self._rows, 1))))
        wires = np.empty((self._rows, block), dtype=np.uint64)
        results = np.empty((len(self._outputs), total), dtype=np.uint64)
        for first in range(0, total, block):
            part = words[:, first : first + block]
            used = wires[:, : part.shape[1]]
            used[: self.inputs] = part
            for group in self._groups:
                _evaluate(group, used)
            results[:, first : first + block] = used[self._outputs]
        return results

    def evaluate_bits(
        self, bits: Bool[np.ndarray, "input bit"]
    ) -> Bool[np.ndarray, "input output"]:
        """Return the outputs for each input."""
        return unpacked(self.evaluate(packed(bits)), len(bits))


def _evaluate(group: _Group, wires: UInt64[np.ndarray, "wire word"]) -> None:
    target = wires[group.start : group.stop]
    if group.kind in (Kind.ZERO, Kind.ONE):
        target[:] = _ALL if group.kind is Kind.ONE else np.uint64(0)
        return
    np.take(wires, group.sources[0], axis=0, out=target, mode="clip")
    if group.kind is Kind.NOT:
        np.invert(target, out=target)
    elif group.kind is Kind.MAJORITY:
        second, third = wires[group.sources[1]], wires[group.sources[2]]
        # (a and b) or (c and (a xor b)), without a fourth buffer
        both = target & second
        target ^= second
        target &= third
        target |= both
    else:
        operation = _REDUCTIONS[group.kind]
        for sources in group.sources[1:]:
            operation(target, wires[sources], out=target)
