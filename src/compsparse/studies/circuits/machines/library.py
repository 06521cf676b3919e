"""Six programs, four with one pass over the input; some input takes all of T(n) and S(n)."""

from collections.abc import Callable

from compsparse.studies.circuits.machines.machine import BLANK, LEFT, RIGHT, STAY, Machine
from compsparse.studies.circuits.machines.program import Program

_MOVES = {"<": LEFT, "=": STAY, ">": RIGHT}


def _machine(table: str, halting: str, symbols: str = "01") -> Machine:
    """Return the machine of a table: a line for each state, with what it does on each symbol.

    ``1 -> odd 0 >`` is: on 1 go to the state odd, write 0, and move to the right. _ is the blank.
    """
    rules = {}
    for line in table.strip().splitlines():
        state, entries = line.split(":")
        for entry in entries.split(","):
            read, then = entry.strip().split(" -> ")
            following, written, move = then.rsplit(" ", 2)
            when = state.strip(), read.replace("_", BLANK)
            rules[when] = following, written.replace("_", BLANK), _MOVES[move]
    states = dict.fromkeys(state for state, _ in rules)
    return Machine((*states, *halting.split()), (BLANK, *symbols), rules)


def _one_pass(length: int) -> int:
    """Return n + 1: over the input, and the cell behind it."""
    return length + 1


def _rounds(length: int) -> int:
    """Return (n + 1) (n + 2) / 2: with m symbols left, a round takes 2 m + 1 steps and two off."""
    # for even n the sum of 2 m + 1 over m = 2, 4, ..., n, and the step that finds nothing left; for
    # odd n over m = 3, 5, ..., n, and three steps on the last symbol: both are this
    return (length + 1) * (length + 2) // 2


def _add(number: int, length: int) -> int:
    second, first = divmod(number, 1 << length // 2)
    return first + second


def _text(number: int, length: int) -> str:
    """Return an input as it stands on the tape."""
    return f"{number:0{length}b}"[::-1]


def _zeros_then_ones(number: int, length: int) -> int:
    half = length // 2
    return int(_text(number, length) == "0" * half + "1" * half)


def _reads_backwards(number: int, length: int) -> int:
    text = _text(number, length)
    return int(text == text[::-1])


_PARITY = """
    even: 0 -> even 0 >, 1 -> odd 1 >, _ -> reject _ =
    odd: 0 -> odd 0 >, 1 -> even 1 >, _ -> accept _ =
"""
# 1^m becomes 1^(m + 1): the first cell that holds no 1 gets one, whatever follows
_UNARY_INCREMENT = "search: 1 -> search 1 >, 0 -> halt 1 =, _ -> halt 1 ="
_BINARY_INCREMENT = "carry: 1 -> carry 0 >, 0 -> halt 1 =, _ -> halt 1 ="
_BINARY_ADDITION = """
    plain: 0 -> plain 0 >, 1 -> plain 1 >, 2 -> carry 0 >, _ -> halt 0 =
    carry: 0 -> plain 1 >, 1 -> carry 0 >, 2 -> carry 1 >, _ -> halt 1 =
"""
# takes a 0 off the left end and a 1 off the right end, until nothing is left
_ZEROS_ONES = """
    first: 0 -> right _ >, 1 -> reject 1 =, _ -> accept _ =
    right: 0 -> right 0 >, 1 -> right 1 >, _ -> last _ <
    last: 1 -> left _ <, 0 -> reject 0 =, _ -> reject _ =
    left: 0 -> left 0 <, 1 -> left 1 <, _ -> first _ >
"""
# takes a symbol off the left end and the same off the right end, until at most one was left
_PALINDROME = """
    first: 0 -> right 0 _ >, 1 -> right 1 _ >, _ -> accept _ =
    right 0: 0 -> right 0 0 >, 1 -> right 0 1 >, _ -> last 0 _ <
    right 1: 0 -> right 1 0 >, 1 -> right 1 1 >, _ -> last 1 _ <
    last 0: 0 -> left _ <, 1 -> reject 1 =, _ -> accept _ =
    last 1: 1 -> left _ <, 0 -> reject 0 =, _ -> accept _ =
    left: 0 -> left 0 <, 1 -> left 1 <, _ -> first _ >
"""


def _decides(
    name: str, table: str, reference: Callable[[int, int], int], steps: Callable[[int], int]
) -> Program:
    return Program(name, _machine(table, "accept reject"), "accept", reference, steps, _one_pass)


def _writes(name: str, table: str, reference: Callable[[int, int], int]) -> Program:
    return Program(name, _machine(table, "halt"), None, reference, _one_pass, _one_pass)


_ALL = (
    _decides("parity", _PARITY, lambda number, _: number.bit_count() % 2, _one_pass),
    _writes("unary_increment", _UNARY_INCREMENT, lambda number, _: number | (number + 1)),
    _writes("binary_increment", _BINARY_INCREMENT, lambda number, _: number + 1),
    Program(
        name="binary_addition",
        machine=_machine(_BINARY_ADDITION, "halt", "012"),
        accepting=None,
        reference=_add,
        steps=lambda length: _one_pass(length // 2),
        cells=lambda length: _one_pass(length // 2),
        tracks=2,
    ),
    _decides("zeros_ones", _ZEROS_ONES, _zeros_then_ones, _rounds),
    _decides("palindrome", _PALINDROME, _reads_backwards, _rounds),
)
PROGRAMS = {program.name: program for program in _ALL}
PALINDROME = PROGRAMS["palindrome"]  # also of the benchmarks
