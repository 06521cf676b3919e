"""Six programs, four with one pass over the input; some input takes all of T(n) and S(n)."""

from collections.abc import Sequence

from compsparse.studies.circuits.machines.machine import BLANK, LEFT, RIGHT, STAY, Machine, Rules
from compsparse.studies.circuits.machines.program import Program

_BITS = (BLANK, "0", "1")


def _each(state: str, symbols: Sequence[str], following: str, move: int) -> Rules:
    """Return rules that pass over symbols without writing."""
    return {(state, symbol): (following, symbol, move) for symbol in symbols}


def _one_pass(length: int) -> int:
    """Return n + 1: over the input, and the cell behind it."""
    return length + 1


def _rounds(length: int) -> int:
    """Return (n + 1) (n + 2) / 2: with m symbols left, a round takes 2 m + 1 steps and two off."""
    # for even n the sum of 2 m + 1 over m = 2, 4, ..., n, and the step that finds nothing left; for
    # odd n over m = 3, 5, ..., n, and three steps on the last symbol: both are this
    return (length + 1) * (length + 2) // 2


def _odd(number: int, length: int) -> int:
    return number.bit_count() % 2


PARITY = Program(
    name="parity",
    machine=Machine(
        ("even", "odd", "accept", "reject"),
        _BITS,
        {
            ("even", "0"): ("even", "0", RIGHT),
            ("even", "1"): ("odd", "1", RIGHT),
            ("even", BLANK): ("reject", BLANK, STAY),
            ("odd", "0"): ("odd", "0", RIGHT),
            ("odd", "1"): ("even", "1", RIGHT),
            ("odd", BLANK): ("accept", BLANK, STAY),
        },
    ),
    accepting="accept",
    reference=_odd,
    steps=_one_pass,
    cells=_one_pass,
)


def _lowest_zero_set(number: int, length: int) -> int:
    return number | (number + 1)


# 1^m becomes 1^(m + 1): the first cell that holds no 1 gets one, whatever follows
UNARY_INCREMENT = Program(
    name="unary_increment",
    machine=Machine(
        ("search", "halt"),
        _BITS,
        {
            ("search", "1"): ("search", "1", RIGHT),
            ("search", "0"): ("halt", "1", STAY),
            ("search", BLANK): ("halt", "1", STAY),
        },
    ),
    accepting=None,
    reference=_lowest_zero_set,
    steps=_one_pass,
    cells=_one_pass,
)


def _one_more(number: int, length: int) -> int:
    return number + 1


BINARY_INCREMENT = Program(
    name="binary_increment",
    machine=Machine(
        ("carry", "halt"),
        _BITS,
        {
            ("carry", "1"): ("carry", "0", RIGHT),
            ("carry", "0"): ("halt", "1", STAY),
            ("carry", BLANK): ("halt", "1", STAY),
        },
    ),
    accepting=None,
    reference=_one_more,
    steps=_one_pass,
    cells=_one_pass,
)


def _add(number: int, length: int) -> int:
    second, first = divmod(number, 1 << length // 2)
    return first + second


BINARY_ADDITION = Program(
    name="binary_addition",
    machine=Machine(
        ("plain", "carry", "halt"),
        (BLANK, "0", "1", "2"),
        {
            ("plain", "0"): ("plain", "0", RIGHT),
            ("plain", "1"): ("plain", "1", RIGHT),
            ("plain", "2"): ("carry", "0", RIGHT),
            ("plain", BLANK): ("halt", "0", STAY),
            ("carry", "0"): ("plain", "1", RIGHT),
            ("carry", "1"): ("carry", "0", RIGHT),
            ("carry", "2"): ("carry", "1", RIGHT),
            ("carry", BLANK): ("halt", "1", STAY),
        },
    ),
    accepting=None,
    reference=_add,
    steps=lambda length: _one_pass(length // 2),
    cells=lambda length: _one_pass(length // 2),
    tracks=2,
)


def _text(number: int, length: int) -> str:
    """Return an input as it stands on the tape."""
    return f"{number:0{length}b}"[::-1]


def _zeros_then_ones(number: int, length: int) -> int:
    half = length // 2
    return int(_text(number, length) == "0" * half + "1" * half)


# takes a 0 off the left end and a 1 off the right end, until nothing is left
ZEROS_ONES = Program(
    name="zeros_ones",
    machine=Machine(
        ("first", "right", "last", "left", "accept", "reject"),
        _BITS,
        {
            ("first", "0"): ("right", BLANK, RIGHT),
            ("first", "1"): ("reject", "1", STAY),
            ("first", BLANK): ("accept", BLANK, STAY),
            **_each("right", ("0", "1"), "right", RIGHT),
            ("right", BLANK): ("last", BLANK, LEFT),
            ("last", "1"): ("left", BLANK, LEFT),
            ("last", "0"): ("reject", "0", STAY),
            ("last", BLANK): ("reject", BLANK, STAY),
            **_each("left", ("0", "1"), "left", LEFT),
            ("left", BLANK): ("first", BLANK, RIGHT),
        },
    ),
    accepting="accept",
    reference=_zeros_then_ones,
    steps=_rounds,
    cells=_one_pass,
)


def _reads_backwards(number: int, length: int) -> int:
    text = _text(number, length)
    return int(text == text[::-1])


# takes a symbol off the left end and the same off the right end, until at most one was left
PALINDROME = Program(
    name="palindrome",
    machine=Machine(
        ("first", "right 0", "right 1", "last 0", "last 1", "left", "accept", "reject"),
        _BITS,
        {
            ("first", "0"): ("right 0", BLANK, RIGHT),
            ("first", "1"): ("right 1", BLANK, RIGHT),
            ("first", BLANK): ("accept", BLANK, STAY),
            **_each("right 0", ("0", "1"), "right 0", RIGHT),
            ("right 0", BLANK): ("last 0", BLANK, LEFT),
            **_each("right 1", ("0", "1"), "right 1", RIGHT),
            ("right 1", BLANK): ("last 1", BLANK, LEFT),
            ("last 0", "0"): ("left", BLANK, LEFT),
            ("last 0", "1"): ("reject", "1", STAY),
            ("last 0", BLANK): ("accept", BLANK, STAY),
            ("last 1", "1"): ("left", BLANK, LEFT),
            ("last 1", "0"): ("reject", "0", STAY),
            ("last 1", BLANK): ("accept", BLANK, STAY),
            **_each("left", ("0", "1"), "left", LEFT),
            ("left", BLANK): ("first", BLANK, RIGHT),
        },
    ),
    accepting="accept",
    reference=_reads_backwards,
    steps=_rounds,
    cells=_one_pass,
)

_ALL = (PARITY, UNARY_INCREMENT, BINARY_INCREMENT, BINARY_ADDITION, ZEROS_ONES, PALINDROME)
PROGRAMS = {program.name: program for program in _ALL}
