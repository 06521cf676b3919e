"""Known answers: what the library's machines compute, how long each takes, how far it goes."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.program import Program, Runs, simulate

LENGTHS = range(1, 11)


def lengths(program: Program) -> list[int]:
    return [length for length in LENGTHS if length % program.tracks == 0]


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_input_has_the_answer_of_the_reference(name: str) -> None:
    program = PROGRAMS[name]
    for length in lengths(program):
        bits = all_inputs(length)
        np.testing.assert_array_equal(simulate(program, bits).answers, program.expected(bits))


@pytest.mark.parametrize("name", PROGRAMS)
def test_time_and_space_are_exact(name: str) -> None:
    program = PROGRAMS[name]
    for length in lengths(program):
        runs = simulate(program, all_inputs(length))
        assert runs.steps.max() == program.steps(length)
        assert runs.cells.max() == program.cells(length)


def run(name: str, word: str) -> Runs:
    return simulate(PROGRAMS[name], np.array([[letter == "1" for letter in word]]))


@pytest.mark.parametrize(
    ("name", "word", "answer"),
    [
        ("parity", "1011", "1"),
        ("parity", "1001", "0"),
        ("unary_increment", "1100", "11100"),
        ("unary_increment", "1111", "11111"),
        ("binary_increment", "1101", "00110"),  # 11 + 1 = 12, the lowest bit first
        ("binary_increment", "1111", "00001"),
        ("binary_addition", "111101", "0011"),  # 7 + 5 = 12
        ("binary_addition", "000011", "0110"),  # 0 + 6
        ("zeros_ones", "000111", "1"),
        ("zeros_ones", "001011", "0"),
        ("zeros_ones", "0011100", "0"),
        ("palindrome", "0110", "1"),
        ("palindrome", "01010", "1"),
        ("palindrome", "0010", "0"),
    ],
)
def test_words_that_can_be_done_by_hand(name: str, word: str, answer: str) -> None:
    assert "".join(str(int(bit)) for bit in run(name, word).answers[0]) == answer


def test_steps_that_can_be_counted_by_hand() -> None:
    assert run("binary_increment", "110").steps[0] == 3
    assert run("zeros_ones", "01").steps[0] == 6  # five for the round, one to find nothing left
    assert run("zeros_ones", "10").steps[0] == 1
    assert run("palindrome", "0").steps[0] == 3
