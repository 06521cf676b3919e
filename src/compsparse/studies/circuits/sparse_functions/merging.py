"""Consecutive levels of a computation merged into one: other decompositions of one function.

Document 000, slide 'Note on Sparse Compositionality': also g_L after (g_(L-1) after ... g_1).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.sparse_functions.composition import restricted

Inputs = Bool[np.ndarray, "input bit"]
Answers = Bool[np.ndarray, "input output"]

Bits = Bool[np.ndarray, " input"]
# from the state and the fresh inputs to the next state and the outputs of the level
Step = Callable[[Bits, list[Bits]], tuple[Bits, list[Bits]]]


@dataclass(frozen=True)
class Task:
    """A computation by levels that starts in the state false and ends by returning its state."""

    fresh: int  # inputs that each level reads; level l reads fresh * l and the next ones
    step: Step
    # the outputs by arithmetic, from inputs as bits of whole numbers
    expected: Callable[[Inputs], Answers]


def _parity_step(state: Bits, fresh: list[Bits]) -> tuple[Bits, list[Bits]]:
    return state ^ fresh[0], []


def _comparator_step(state: Bits, fresh: list[Bits]) -> tuple[Bits, list[Bits]]:
    first, second = fresh
    return np.where(first == second, state, first), []


def _adder_step(state: Bits, fresh: list[Bits]) -> tuple[Bits, list[Bits]]:
    first, second = fresh
    carry = (first & second) | (state & (first | second))
    return carry, [first ^ second ^ state]


def _parity(bits: Inputs) -> Answers:
    return np.asarray(bits.sum(axis=1) % 2 == 1)[:, None]


def _comparison(bits: Inputs) -> Answers:
    first, second = _two_numbers(bits)
    return (first > second)[:, None]


def _sum(bits: Inputs) -> Answers:
    first, second = _two_numbers(bits)
    places = np.arange(bits.shape[1] // 2 + 1)
    return np.asarray((first + second)[:, None] >> places & 1, dtype=bool)


def _two_numbers(bits: Inputs) -> tuple[Int64[np.ndarray, " input"], Int64[np.ndarray, " input"]]:
    """Return two numbers whose bits alternate, the lowest first."""
    weights = 2 ** np.arange(bits.shape[1] // 2)
    return bits[:, ::2] @ weights, bits[:, 1::2] @ weights


TASKS = {
    "parity": Task(1, _parity_step, _parity),
    "comparator": Task(2, _comparator_step, _comparison),
    "addition": Task(2, _adder_step, _sum),
}


@dataclass(frozen=True, eq=False)
class Part:
    """One output of a block as a constituent: the variables it depends on, and its table."""

    variables: Int64[np.ndarray, " variable"]  # first the state, except in the first block
    table: Bool[np.ndarray, " entry"]


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Blocks of consecutive levels, each given by the tables of its outputs."""

    fresh: int  # inputs that each level reads
    cuts: tuple[int, ...]  # levels at which blocks begin, and the number of levels
    blocks: tuple[tuple[Part, ...], ...]  # the last part of a block is the next state

    @property
    def constituents(self) -> int:
        """Number of tables."""
        return sum(map(len, self.blocks))

    @property
    def arity(self) -> int:
        """The largest number of variables of a constituent."""
        return max(len(part.variables) for block in self.blocks for part in block)

    @property
    def entries(self) -> int:
        """Number of entries of all tables together."""
        return sum(len(part.table) for block in self.blocks for part in block)

    def evaluate(self, bits: Inputs) -> Answers:
        """Return the outputs for each input, by looking up one table after the other."""
        outputs = []
        state: list[np.ndarray] = []
        for (start, stop), block in zip(pairwise(self.cuts), self.blocks, strict=True):
            read = [*state, *bits.T[self.fresh * start : self.fresh * stop]]
            values = []
            for part in block:
                entry = np.zeros(len(bits), dtype=np.intp)
                for place, variable in enumerate(part.variables.tolist()):
                    entry += read[variable].astype(np.intp) << place
                values.append(part.table[entry])
            outputs += values[:-1]
            state = values[-1:]
        return np.stack([*outputs, *state], axis=1)


def merged(task: Task, cuts: Sequence[int]) -> Decomposition:
    """Return the decomposition whose blocks begin at the cuts, the last of which is the end."""
    if len(cuts) < 2 or cuts[0] != 0 or any(start >= stop for start, stop in pairwise(cuts)):
        raise ValueError(f"The cuts {list(cuts)} do not rise from 0 to a number of levels.")
    blocks = [_block(task, start > 0, stop - start) for start, stop in pairwise(cuts)]
    return Decomposition(task.fresh, tuple(cuts), tuple(blocks))


def even_cuts(levels: int, together: int) -> list[int]:
    """Return cuts after every ``together`` levels; the last block may be shorter."""
    return [*range(0, levels, together), levels]


def block_arity(task: Task, first: bool, length: int) -> int:
    """Return the largest number of variables of a block's constituents."""
    return max(len(part.variables) for part in _block(task, not first, length))


def count_mergings(task: Task, levels: int, arity: int) -> int:
    """Return the number of mergings whose constituents have at most ``arity`` variables."""
    ways = [1]  # to merge the first levels, for each number of them
    for stop in range(1, levels + 1):
        ways.append(
            sum(
                ways[start]
                for start in range(stop)
                if block_arity(task, start == 0, stop - start) <= arity
            )
        )
    return ways[levels]


@cache
def _block(task: Task, follows: bool, length: int) -> tuple[Part, ...]:
    """Return the parts of a block, which reads a state if it follows another one."""
    variables = int(follows) + task.fresh * length
    bits = list(all_inputs(variables).T)
    state = bits.pop(0) if follows else np.zeros(2**variables, dtype=bool)
    outputs = []
    for level in range(length):
        state, given = task.step(state, bits[task.fresh * level : task.fresh * (level + 1)])
        outputs += given
    return tuple(Part(*restricted(table)) for table in [*outputs, state])
