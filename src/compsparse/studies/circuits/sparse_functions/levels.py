"""Levels of one state bit and fresh inputs (document 000, 'Note on Sparse Compositionality')."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

Bits = Bool[np.ndarray, " input"]
# from the state and the fresh inputs to the next state and the outputs of the level
Step = Callable[[Bits, list[Bits]], tuple[Bits, list[Bits]]]


@dataclass(frozen=True)
class Task:
    """A computation by levels that starts in the state false and ends by returning its state."""

    fresh: int  # inputs that each level reads; level l reads fresh * l and the next ones
    step: Step
    # the outputs by arithmetic, from inputs as bits of whole numbers
    expected: Callable[[Bool[np.ndarray, "input bit"]], Bool[np.ndarray, "input output"]]


def _parity_step(state: Bits, fresh: list[Bits]) -> tuple[Bits, list[Bits]]:
    return state ^ fresh[0], []


def _comparator_step(state: Bits, fresh: list[Bits]) -> tuple[Bits, list[Bits]]:
    first, second = fresh
    return np.where(first == second, state, first), []


def _adder_step(state: Bits, fresh: list[Bits]) -> tuple[Bits, list[Bits]]:
    first, second = fresh
    carry = (first & second) | (state & (first | second))
    return carry, [first ^ second ^ state]


def _parity(bits: Bool[np.ndarray, "input bit"]) -> Bool[np.ndarray, "input output"]:
    return np.asarray(bits.sum(axis=1) % 2 == 1)[:, None]


def _comparison(bits: Bool[np.ndarray, "input bit"]) -> Bool[np.ndarray, "input output"]:
    first, second = _two_numbers(bits)
    return (first > second)[:, None]


def _sum(bits: Bool[np.ndarray, "input bit"]) -> Bool[np.ndarray, "input output"]:
    first, second = _two_numbers(bits)
    places = np.arange(bits.shape[1] // 2 + 1)
    return np.asarray((first + second)[:, None] >> places & 1, dtype=bool)


def _two_numbers(
    bits: Bool[np.ndarray, "input bit"],
) -> tuple[Int64[np.ndarray, " input"], Int64[np.ndarray, " input"]]:
    """Return two numbers whose bits alternate, the lowest first."""
    weights = 2 ** np.arange(bits.shape[1] // 2)
    return bits[:, ::2] @ weights, bits[:, 1::2] @ weights


TASKS = {
    "parity": Task(1, _parity_step, _parity),
    "comparator": Task(2, _comparator_step, _comparison),
    "addition": Task(2, _adder_step, _sum),
}
