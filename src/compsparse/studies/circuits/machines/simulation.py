"""Runs a machine step by step, on many inputs at once."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.machines.program import Program


@dataclass(frozen=True)
class Runs:
    """How runs ended, one for each input."""

    answers: Bool[np.ndarray, "input output"]
    steps: Int64[np.ndarray, " input"]  # until it halted
    cells: Int64[np.ndarray, " input"]  # visited: the head stays in these first cells


def simulate(program: Program, bits: Bool[np.ndarray, "input bit"]) -> Runs:
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
