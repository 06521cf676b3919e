"""A machine with what it is for: how bits are put on its tape, what it answers, and its bounds."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import numbers_of
from compsparse.studies.circuits.machines.machine import Machine


@dataclass(frozen=True)
class Program:
    """A Boolean function of any number of bits, computed by a machine.

    Input bits stand on the tape in order, from the cell where the head starts. With two tracks the
    second half of the bits stands below the first, and a cell holds the sum of its bits.
    """

    name: str
    machine: Machine  # its symbols include the sums of the bits of a cell, as digits
    accepting: str | None  # the state that accepts; None: the answer is which cells hold 1
    reference: Callable[[int, int], int]  # of an input as a number (bit 0 first) and its length
    steps: Callable[[int], int]  # T(n), the most steps on inputs of n bits
    cells: Callable[[int], int]  # S(n), the cells that these steps visit
    tracks: int = 1  # bits in a cell, 1 or 2

    def require_length(self, length: int) -> None:
        """Refuse lengths of which there are no inputs by a ValueError."""
        if length < 1 or length % self.tracks:
            raise ValueError(
                f"Program {self.name!r} has {self.tracks} bits in a cell; it has no inputs of "
                f"{length} bits. Take a positive multiple of {self.tracks}."
            )

    def tape(self, bits: Bool[np.ndarray, "input bit"]) -> Int64[np.ndarray, "input cell"]:
        """Return the tapes at the start, as numbers of symbols."""
        inputs, length = bits.shape
        self.require_length(length)
        sums = bits.reshape(inputs, self.tracks, -1).sum(axis=1)
        digits = [self.machine.symbols.index(str(digit)) for digit in range(self.tracks + 1)]
        tape = np.zeros((inputs, self.cells(length)), dtype=np.int64)
        tape[:, : sums.shape[1]] = np.array(digits)[sums]
        return tape

    def expected(self, bits: Bool[np.ndarray, "input bit"]) -> Bool[np.ndarray, "input output"]:
        """Return the answers of the reference, input by input, of at most 64 bits."""
        length = bits.shape[1]
        self.require_length(length)
        answers = [self.reference(number, length) for number in numbers_of(bits).tolist()]
        places = range(self.outputs(length))  # may be 65, one more than numpy's numbers have
        return np.array([[answer >> place & 1 for place in places] for answer in answers], bool)

    def outputs(self, length: int) -> int:
        """Return the number of bits of an answer."""
        return self.cells(length) if self.accepting is None else 1
