"""Circuits of tasks that are hard as a whole and easy gate by gate.

Numbers have their least significant bit first; two numbers follow each other.
"""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit

TASKS = ("parity", "addition", "multiplication")
_MACHINE = "machine_"  # before the name of a Turing machine, whose circuit is another task


def machine_task(machine: str) -> str:
    """Return the name of the task to do what a Turing machine does."""
    return f"{_MACHINE}{machine}"


def family(task: str) -> str:
    """Return the task, or "machines" for that of any Turing machine."""
    return "machines" if task.startswith(_MACHINE) else task


def circuit_of(task: str, bits: int) -> Circuit:
    """Return the circuit of a task on ``bits`` bits, or on two numbers of ``bits`` bits.

    Raises:
        ValueError: an unknown task, or fewer than two bits.
    """
    if bits < 2:
        raise ValueError(f"bits is {bits}; a task has at least 2.")
    match task:
        case "parity":
            return _parity(bits)
        case "addition":
            return _addition(bits)
        case "multiplication":
            return _multiplication(bits)
    raise ValueError(f"task is {task!r}; allowed: {', '.join(TASKS)}.")


def _parity(bits: int) -> Circuit:
    """Return a chain of XORs: the parity of the first two bits, then of one bit more each time."""
    builder = Builder(bits)
    running = 0
    for bit in range(1, bits):
        running = builder.parity((running, bit))
    return builder.build([running])


def _addition(bits: int) -> Circuit:
    """Return a ripple-carry adder, a sum of ``bits`` + 1 bits."""
    builder = Builder(2 * bits)
    return builder.build(_sum(builder, range(bits), range(bits, 2 * bits)))


def _multiplication(bits: int) -> Circuit:
    """Return the product of 2 ``bits`` bits: all ANDs of two bits, added row by row."""
    builder = Builder(2 * bits)
    rows = [
        [builder.conjunction((place, bits + shift)) for place in range(bits)]
        for shift in range(bits)
    ]
    total = rows[0]
    for shift, row in enumerate(rows[1:], start=1):
        # the first row above the lowest place has no highest bit yet
        total = [*total[:shift], *_sum(builder, total[shift:], row)]
    return builder.build(total)


def _sum(builder: Builder, first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Add two numbers, the second at least as long as the first; one bit more comes out."""
    total, carry = [], None
    for place, wire in enumerate(second):
        added = [*first[place : place + 1], wire, *([] if carry is None else [carry])]
        carry = builder.majority(*added) if len(added) == 3 else builder.conjunction(added)
        total.append(builder.parity(added))
    assert carry is not None
    return [*total, carry]
