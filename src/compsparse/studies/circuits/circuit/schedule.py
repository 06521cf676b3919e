"""Turns a circuit into operations of two operands on few rows of memory.

A row is free after the last gate that reads it, and the row freed last is used first, which keeps
the working set in the cache.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind

# what is done bit by bit to two rows, these, and the row of the result, which may be one of them
Step = tuple[np.ufunc, int, int, int]
_OPERATIONS = {Kind.AND: np.bitwise_and, Kind.OR: np.bitwise_or, Kind.XOR: np.bitwise_xor}


@dataclass(frozen=True)
class Schedule:
    """Operations in order."""

    steps: list[Step]
    rows: int  # of memory; the inputs come in the first ones
    ones: int  # a row that has to be all ones
    outputs: list[int]  # rows that hold the outputs at the end


def schedule(circuit: Circuit) -> Schedule:
    """Return the operations of the gates that the outputs depend on."""
    edges = circuit.sources.tolist()
    sources = [edges[start:stop] for start, stop in pairwise(circuit.offsets.tolist())]
    last_reader = _last_readers(circuit, sources)
    first_free = circuit.inputs + 3  # after the inputs two rows for scratch, and one of ones
    writer = _Writer(*range(circuit.inputs, first_free))
    rows = [*range(circuit.inputs), *([-1] * circuit.size)]
    free: list[int] = []
    for gate, kind in enumerate(circuit.kinds.tolist()):
        wire = circuit.inputs + gate
        if wire not in last_reader:
            continue
        read = sources[gate]
        free += [rows[source] for source in {*read} if last_reader[source] == gate]
        if free:
            rows[wire] = free.pop()
        else:
            rows[wire] = first_free
            first_free += 1
        writer.write(Kind(kind), read, [rows[source] for source in read], rows[wire])
    outputs = [rows[wire] for wire in circuit.outputs.tolist()]
    return Schedule(writer.steps, first_free, writer.ones, outputs)


def _last_readers(circuit: Circuit, sources: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return by needed wire the last gate that reads it; outputs are kept beyond the last gate."""
    last_reader = dict.fromkeys(circuit.outputs.tolist(), circuit.size)
    for gate in range(circuit.size - 1, -1, -1):
        if circuit.inputs + gate in last_reader:
            for wire in sources[gate]:
                last_reader.setdefault(wire, gate)
    return last_reader


class _Writer:
    def __init__(self, scratch: int, other: int, ones: int) -> None:
        self.steps: list[Step] = []
        self.ones = ones
        self._scratch = scratch
        self._other = other
        # the wires whose XOR is in the scratch row: a full adder's XOR and MAJORITY share it
        self._held: tuple[int, int] | None = None

    def write(self, kind: Kind, wires: Sequence[int], rows: Sequence[int], target: int) -> None:
        """Add the operations of one gate; the target may be the row of one of its sources."""
        match kind:
            case Kind.ZERO:
                self._add(np.bitwise_xor, self.ones, self.ones, target)
            case Kind.ONE:
                self._add(np.bitwise_or, self.ones, self.ones, target)
            case Kind.NOT:
                self._add(np.bitwise_xor, rows[0], self.ones, target)
            case Kind.MAJORITY:
                # a where a = b, else c: a ^ ((a ^ b) & (a ^ c))
                self._hold(wires, rows)
                self._add(np.bitwise_xor, rows[0], rows[2], self._other)
                self._add(np.bitwise_and, self._other, self._scratch, self._other)
                self._add(np.bitwise_xor, self._other, rows[0], target)
            case _:
                self._reduce(_OPERATIONS[kind], wires, rows, target)

    def _reduce(
        self, operation: np.ufunc, wires: Sequence[int], rows: Sequence[int], target: int
    ) -> None:
        if len(rows) == 1:
            self._add(np.bitwise_or, rows[0], rows[0], target)
            return
        if len(rows) == 2:
            self._add(operation, rows[0], rows[1], target)
            return
        # in the scratch row until all sources are read, since the target may be one of them
        if operation is np.bitwise_xor:
            self._hold(wires, rows)
        else:
            self._add(operation, rows[0], rows[1], self._scratch)
            self._held = None
        for row in rows[2:-1]:
            self._add(operation, self._scratch, row, self._scratch)
            self._held = None
        self._add(operation, self._scratch, rows[-1], target)

    def _hold(self, wires: Sequence[int], rows: Sequence[int]) -> None:
        if self._held != (wires[0], wires[1]):
            self._add(np.bitwise_xor, rows[0], rows[1], self._scratch)
            self._held = (wires[0], wires[1])

    def _add(self, operation: np.ufunc, first: int, second: int, target: int) -> None:
        self.steps.append((operation, first, second, target))
