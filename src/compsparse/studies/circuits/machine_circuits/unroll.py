"""A machine as a Boolean circuit, one layer of local gates per time step.

Document 000, slide 'Proof', Theorem 1, step 1. A configuration is a wire for each symbol and each
state in each cell.
"""

from dataclasses import dataclass

from compsparse.studies.circuits.circuit import copying
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.machines.machine import Machine
from compsparse.studies.circuits.machines.program import Program


@dataclass(frozen=True)
class Configuration:
    """The order of a configuration's wires: cell by cell, symbols before states."""

    machine: Machine
    cells: int

    @property
    def wires(self) -> int:
        """Number of wires."""
        return self.cells * self._wires_per_cell

    def symbol(self, cell: int, symbol: str) -> int:
        """Return the wire that says whether a cell holds a symbol."""
        return cell * self._wires_per_cell + self.machine.symbols.index(symbol)

    def head(self, cell: int, state: str) -> int:
        """Return the wire that says whether the head is at a cell in a state."""
        first = cell * self._wires_per_cell + len(self.machine.symbols)
        return first + self.machine.states.index(state)

    @property
    def _wires_per_cell(self) -> int:
        return len(self.machine.symbols) + len(self.machine.states)


def start(program: Program, length: int, cells: int) -> Circuit:
    """Return the circuit from input bits to the configuration at the start."""
    program.require_length(length)
    written = length // program.tracks
    if cells < written:
        raise ValueError(
            f"An input of {length} bits of program {program.name!r} fills {written} cells; "
            f"{cells} are too few."
        )
    machine, builder = program.machine, Builder(length)
    outputs = []
    for cell in range(cells):
        bits = [cell + track * written for track in range(program.tracks)]
        holds = _digits(builder, bits) if cell < written else {machine.symbols[0]: True}
        for symbol in machine.symbols:
            wire = holds.get(symbol, False)
            outputs.append(builder.constant(wire) if isinstance(wire, bool) else wire)
        for state in machine.states:
            outputs.append(builder.constant(cell == 0 and state == machine.states[0]))
    return builder.build(outputs)


def _digits(builder: Builder, bits: list[int]) -> dict[str, int]:
    """Return a wire for each sum of one or two bits; AND, OR and NOT only."""
    if len(bits) == 1:
        return {"0": builder.negation(bits[0]), "1": bits[0]}
    either, both = builder.disjunction(bits), builder.conjunction(bits)
    single = builder.conjunction([either, builder.negation(both)])
    return {"0": builder.negation(either), "1": single, "2": both}


def answer(program: Program, cells: int) -> Circuit:
    """Return the circuit from a configuration to the program's answer."""
    configuration = Configuration(program.machine, cells)
    builder = Builder(configuration.wires)
    if program.accepting is None:
        return builder.build([configuration.symbol(cell, "1") for cell in range(cells)])
    accepting = [configuration.head(cell, program.accepting) for cell in range(cells)]
    return builder.build([builder.disjunction(accepting)])


def unrolled(
    program: Program, length: int, *, steps: int | None = None, cells: int | None = None
) -> Circuit:
    """Return the circuit of a program, without folding; by default T(n) layers over S(n) cells."""
    cells = program.cells(length) if cells is None else cells
    steps = program.steps(length) if steps is None else steps
    # all layers are equal: one is built, and the chain only renumbers its wires
    layer = step_circuit(program.machine, cells)
    return copying.chained(
        [start(program, length, cells), *[layer] * steps, answer(program, cells)]
    )


def step_circuit(machine: Machine, cells: int) -> Circuit:
    """Return the circuit from a configuration to the next; a head that leaves the cells is lost."""
    wires = Configuration(machine, cells)
    builder = Builder(wires.wires)
    # rule (state, symbol) applies at a cell: the head is there in this state, above this symbol
    applies = [
        {
            (state, symbol): builder.conjunction(
                [wires.head(cell, state), wires.symbol(cell, symbol)]
            )
            for state, symbol in machine.rules
        }
        for cell in range(cells)
    ]
    outputs = []
    for cell in range(cells):
        active = builder.disjunction(
            wires.head(cell, state) for state in machine.states if state not in machine.halting
        )
        passive = builder.negation(active)
        for symbol in machine.symbols:
            kept = builder.conjunction([wires.symbol(cell, symbol), passive])
            written = [
                applies[cell][when] for when, (_, by, _) in machine.rules.items() if by == symbol
            ]
            outputs.append(builder.disjunction([kept, *written]))
        for state in machine.states:
            arrives = [
                applies[cell - move][when]
                for when, (following, _, move) in machine.rules.items()
                if following == state and 0 <= cell - move < cells
            ]
            if state in machine.halting:
                arrives.append(wires.head(cell, state))
            outputs.append(builder.disjunction(arrives))
    return builder.build(outputs)
