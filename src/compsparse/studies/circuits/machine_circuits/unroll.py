"""A machine as a Boolean circuit, one layer per time step (document 000, Theorem 1, step 1)."""

from compsparse.studies.circuits.circuit import chain, circuit
from compsparse.studies.circuits.machine_circuits import configuration, step
from compsparse.studies.circuits.machines.program import Program


def unrolled(
    program: Program, length: int, *, steps: int | None = None, cells: int | None = None
) -> circuit.Circuit:
    """Return the circuit of a program, without folding; by default T(n) layers over S(n) cells."""
    cells = program.cells(length) if cells is None else cells
    steps = program.steps(length) if steps is None else steps
    # all layers are equal: one is built, and the chain only renumbers its wires
    layer = step.step_circuit(program.machine, cells)
    return chain.chained(
        [
            configuration.start(program, length, cells),
            *[layer] * steps,
            configuration.answer(program, cells),
        ]
    )
