"""Tasks as circuits, hard as a whole and easy gate by gate, and budgets to learn them with."""

from dataclasses import dataclass

from compsparse.studies.circuits.arithmetic import addition, chains
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit

TASKS = ("parity", "addition", "multiplication", "multiplication_by_3_bits")
_FEW = 3  # bits of a factor that stays short, so that gates grow as the inputs do
_MACHINE = "machine_"  # prefix of the tasks of Turing machines


def machine_task(machine: str) -> str:
    """Return the name of the task of computing what a Turing machine computes."""
    return f"{_MACHINE}{machine}"


def family(task: str) -> str:
    """Return the task, or "machines" for that of any Turing machine."""
    return "machines" if task.startswith(_MACHINE) else task


def task_name(task: str) -> str:
    """Return the name of a task in figures."""
    if task == "multiplication_by_3_bits":
        return "times 3 bits"
    machine = task.removeprefix(_MACHINE)
    return task if machine == task else f"machine: {machine.removeprefix('binary_')}"


def input_bits(task: str, bits: int) -> int:
    """Return the bits of an input of a task on numbers of ``bits`` bits."""
    return circuit_of(task, bits).inputs


def circuit_of(task: str, bits: int) -> Circuit:
    """Return the circuit of a task on ``bits`` bits, or on numbers of ``bits`` bits.

    There are two numbers; in ``multiplication_by_3_bits`` the second has three bits.
    """
    if bits < 2:
        raise ValueError(f"bits is {bits}; a task has at least 2.")
    match task:
        case "parity":
            return chains.parity_chain(bits)
        case "addition":
            return chains.ripple_adder(bits)
        case "multiplication":
            return _multiplication(bits, bits)
        case "multiplication_by_3_bits":
            return _multiplication(bits, _FEW)
    raise ValueError(f"task is {task!r}; allowed: {', '.join(TASKS)}.")


def _multiplication(bits: int, others: int) -> Circuit:
    """Return the product of two numbers: all ANDs of two bits, added row by row."""
    builder = Builder(bits + others)
    rows = [
        [builder.conjunction((place, bits + shift)) for place in range(bits)]
        for shift in range(others)
    ]
    total = rows[0]
    for shift, row in enumerate(rows[1:], start=1):
        # the first row above the lowest place has no highest bit yet
        total = [*total[:shift], *addition.ripple_sum(builder, total[shift:], row)]
    return builder.build(total)


LEAST_INPUTS = 16  # per example, or memory of the inputs seen accounts for many of the answers


@dataclass(frozen=True)
class Budget:
    """Examples and passes, a multiple of those of a next-token predictor."""

    samples: int  # examples
    passes: int  # over all examples


def budget(samples: int, steps: int, times: int, inputs: int) -> Budget:
    """Return ``times`` the budget of a predictor with ``samples`` examples in ``steps`` passes."""
    # spent on examples first, while each leaves ``LEAST_INPUTS`` different inputs, then on passes
    most = max(samples, 2**inputs // LEAST_INPUTS)
    spent = min(samples * times, most)
    return Budget(spent, round(steps * samples * times / spent))
