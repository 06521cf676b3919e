"""One time step as a layer of local gates (document 000, slide 'Proof', Theorem 1, step 1)."""

from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.machine_circuits.configuration import Configuration
from compsparse.studies.circuits.machines.machine import Machine


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
