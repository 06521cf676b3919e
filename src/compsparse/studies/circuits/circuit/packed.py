"""Evaluates a circuit on 64 inputs per word.

Gates are evaluated one by one, each on many words, which makes the overhead of numpy calls small.
The rows of memory are few (``schedule``), so that a block of words stays in the cache.
"""

import numpy as np
from jaxtyping import Bool, UInt64

from compsparse.studies.circuits.circuit.bits import packed, unpacked
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.schedule import schedule

_ALL = np.uint64(2**64 - 1)
_BUFFER = 2**23  # bytes of all rows of a block
_LEAST_WORDS, _MOST_WORDS = 256, 4096  # of a block: fewer need more calls, more leave the cache
_LINE = 8  # words of a line of the cache, at whose edges rows begin


class PackedCircuit:
    """A circuit that is ready to be evaluated many times."""

    def __init__(self, circuit: Circuit) -> None:
        self.inputs = circuit.inputs
        self._schedule = schedule(circuit)

    @property
    def operations(self) -> int:
        """Number of operations on two words that a word of inputs takes."""
        return len(self._schedule.steps)

    def evaluate(self, words: UInt64[np.ndarray, "bit word"]) -> UInt64[np.ndarray, "output word"]:
        """Return the packed outputs of packed inputs (``bits.packed``), padding included."""
        if len(words) != self.inputs:
            raise ValueError(f"The circuit has {self.inputs} inputs, but got {len(words)} rows.")
        total = words.shape[1]
        results = np.empty((len(self._schedule.outputs), total), dtype=np.uint64)
        if total == 0:
            return results
        rows = self._schedule.rows
        largest = min(max(_BUFFER // (8 * rows), _LEAST_WORDS), _MOST_WORDS)
        block = -(-total // -(-total // largest))  # blocks of nearly equal size
        memory = _aligned(rows, block)
        memory[self._schedule.ones] = _ALL
        views = list(memory)
        calls = [
            (operation, views[first], views[second], views[target])
            for operation, first, second, target in self._schedule.steps
        ]
        for start in range(0, total, block):
            part = words[:, start : start + block]
            # a smaller last block leaves old words in memory, which are evaluated again
            memory[: self.inputs, : part.shape[1]] = part
            for call, first, second, target in calls:
                call(first, second, target)
            for result, row in zip(results, self._schedule.outputs, strict=True):
                result[start : start + block] = memory[row, : part.shape[1]]
        return results

    def evaluate_bits(
        self, bits: Bool[np.ndarray, "input bit"]
    ) -> Bool[np.ndarray, "input output"]:
        """Return the outputs for each input."""
        return unpacked(self.evaluate(packed(bits)), len(bits))


def _aligned(rows: int, words: int) -> UInt64[np.ndarray, "row word"]:
    """Return rows of zeros, each of which begins at the edge of a line of the cache."""
    stride = -(-words // _LINE) * _LINE
    memory = np.zeros(rows * stride + _LINE, dtype=np.uint64)
    offset = -(memory.ctypes.data // memory.itemsize) % _LINE
    return memory[offset : offset + rows * stride].reshape(rows, stride)[:, :words]
