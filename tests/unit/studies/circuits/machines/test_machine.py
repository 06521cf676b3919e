"""Machines are checked, and run as their rules say."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.machine import BLANK, RIGHT, STAY, Machine, Rules
from compsparse.studies.circuits.machines.program import Program, simulate

STATES, SYMBOLS = ("go", "halt"), (BLANK, "0", "1")
RULES: Rules = {
    ("go", BLANK): ("halt", BLANK, STAY),
    ("go", "0"): ("go", "1", RIGHT),
    ("go", "1"): ("go", "0", RIGHT),
}


def program(rules: Rules, *, steps: int = 5, cells: int = 4) -> Program:
    """Return a program that flips three bits, if its rules are RULES."""
    machine = Machine(STATES, SYMBOLS, rules)
    return Program("flip", machine, None, lambda x, n: ~x % 2**n, lambda n: steps, lambda n: cells)


@pytest.mark.parametrize(
    ("states", "symbols", "rules", "message"),
    [
        (("go", "go"), SYMBOLS, RULES, "comes twice"),
        (STATES, ("0", "1"), RULES, "put the blank there"),
        (STATES, SYMBOLS, {**RULES, ("go", "0"): ("stop", "1", RIGHT)}, "unknown state"),
        (STATES, SYMBOLS, {**RULES, ("go", "0"): ("go", "2", RIGHT)}, "unknown symbol"),
        (STATES, SYMBOLS, {**RULES, ("go", "0"): ("go", "1", 2)}, "moves the head by 2"),
        (STATES, SYMBOLS, {("go", "0"): ("go", "1", RIGHT)}, "no rule for the symbol ' '"),
    ],
)
def test_what_is_no_deterministic_machine_is_refused(
    states: tuple[str, ...], symbols: tuple[str, ...], rules: Rules, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Machine(states, symbols, rules)


def test_a_run_does_what_the_rules_say() -> None:
    bits = all_inputs(3)
    runs = simulate(program(RULES), bits)
    np.testing.assert_array_equal(runs.answers[:, :3], ~bits)
    assert not runs.answers[:, 3].any()
    assert set(runs.steps) == {4} and set(runs.cells) == {4}


def test_a_run_beyond_its_bounds_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"within its T\(3\) = 3 steps"):
        simulate(program(RULES, steps=3), all_inputs(3))
    with pytest.raises(ValueError, match=r"leaves its S\(3\) = 3 cells"):
        simulate(program(RULES, cells=3), all_inputs(3))
    endless = {**RULES, ("go", BLANK): ("go", BLANK, STAY)}
    with pytest.raises(ValueError, match="does not halt"):
        simulate(program(endless), all_inputs(3))


def test_bits_stand_on_the_tape_in_order_or_as_sums_of_two_tracks() -> None:
    bits = np.array([[True, False, False, True]])
    assert [PROGRAMS["parity"].machine.symbols[s] for s in PROGRAMS["parity"].tape(bits)[0]] == [
        "1",
        "0",
        "0",
        "1",
        BLANK,
    ]
    sums = [
        PROGRAMS["binary_addition"].machine.symbols[s]
        for s in PROGRAMS["binary_addition"].tape(bits)[0]
    ]
    assert sums == ["1", "1", BLANK]
    with pytest.raises(ValueError, match="positive multiple of 2"):
        PROGRAMS["binary_addition"].tape(bits[:, :3])
    with pytest.raises(ValueError, match="positive multiple of 1"):
        PROGRAMS["parity"].expected(bits[:, :0])


def test_answers_may_have_a_bit_more_than_a_word() -> None:
    expected = PROGRAMS["binary_increment"].expected(np.ones((1, 64), dtype=bool))
    assert expected[0].tolist() == [False] * 64 + [True]
