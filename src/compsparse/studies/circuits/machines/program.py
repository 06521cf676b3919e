"""A machine with what it is for: how bits are put on its tape, what it answers, and its bounds."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import numbers_of
from compsparse.studies.circuits.machines.machine import Machine

Bits = Bool[np.ndarray, "input bit"]


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

    def tape(self, bits: Bits) -> Int64[np.ndarray, "input cell"]:
        """Return the tapes at the start, as numbers of symbols."""
        inputs, length = bits.shape
        self.require_length(length)
        sums = bits.reshape(inputs, self.tracks, -1).sum(axis=1)
        digits = [self.machine.symbols.index(str(digit)) for digit in range(self.tracks + 1)]
        tape = np.zeros((inputs, self.cells(length)), dtype=np.int64)
        tape[:, : sums.shape[1]] = np.array(digits)[sums]
        return tape

    def expected(self, bits: Bits) -> Bool[np.ndarray, "input output"]:
        """Return the answers of the reference, input by input, of at most 64 bits."""
        length = bits.shape[1]
        self.require_length(length)
        answers = [self.reference(number, length) for number in numbers_of(bits).tolist()]
        places = range(self.outputs(length))  # may be 65, one more than numpy's numbers have
        return np.array([[answer >> place & 1 for place in places] for answer in answers], bool)

    def outputs(self, length: int) -> int:
        """Return the number of bits of an answer."""
        return self.cells(length) if self.accepting is None else 1


@dataclass(frozen=True)
class Runs:
    """How runs ended, one for each input."""

    answers: Bool[np.ndarray, "input output"]
    steps: Int64[np.ndarray, " input"]  # until it halted
    cells: Int64[np.ndarray, " input"]  # visited: the head stays in these first cells


def simulate(program: Program, bits: Bits) -> Runs:
    """Run the program's machine on all inputs until each has halted."""
    machine, length = program.machine, bits.shape[1]
    tape = program.tape(bits)
    inputs, cells = tape.shape
    every = np.arange(inputs)
    state, head, furthest, steps = (np.zeros(inputs, dtype=np.int64) for _ in range(4))
    halts = np.array([name in machine.halting for name in machine.states])
    bound = program.steps(length)
    while (running := ~halts[state]).any():
        if steps.max() >= bound:
            raise ValueError(
                f"Program {program.name!r} does not halt within its T({length}) = {bound} steps."
            )
        # halted ones stay as they are, by the table
        following, written, move = np.moveaxis(machine.table[state, tape[every, head]], -1, 0)
        tape[every, head] = written
        state, head = following, head + move
        steps += running
        if ((head < 0) | (head >= cells)).any():
            raise ValueError(
                f"The head of program {program.name!r} leaves its S({length}) = {cells} cells."
            )
        furthest = np.maximum(furthest, head)
    if program.accepting is None:
        answers = tape == machine.symbols.index("1")
    else:
        answers = (state == machine.states.index(program.accepting))[:, None]
    return Runs(answers, steps, furthest + 1)
