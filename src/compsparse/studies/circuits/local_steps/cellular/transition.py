"""Windows of 3 x 3 cells, and what one tells about its cell one step later or earlier.

A window's number has the nine cells, row by row, in bits 0 to 8, and in bits 9 and 10 whether the
cell is in the right column and in the lower row of its block. All grids are equally likely.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Int64, UInt16

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.local_steps.cellular import block_rule
from compsparse.studies.circuits.local_steps.cellular.block_rule import Grids

CELLS = 9
PATTERNS = 2 ** (CELLS + 2)

Windows = UInt16[np.ndarray, "*batch row column"]
Table = Bool[np.ndarray, " pattern"]


def window_codes(grids: Grids, phase: int) -> Windows:
    """Return the number of the window around each cell, for the blocks of a phase."""
    cells = grids.astype(np.uint16)
    across = _triple(cells, axis=-1, bits=1)
    around = _triple(across, axis=-2, bits=3)
    return np.asarray(around | _places(grids.shape[-2], grids.shape[-1], phase) << CELLS)


def forward(table: Table, grids: Grids, steps: int) -> Grids:
    """Return the grids, by the table, after steps of the phases 0, 1, 0, ..."""
    for time in range(steps):
        grids = table[window_codes(grids, time)]
    return grids


def backward(table: Table, grids: Grids, steps: int) -> Grids:
    """Return the grids, by the table, from which ``steps`` steps led here, the first of phase 0."""
    for time in reversed(range(steps)):
        grids = table[window_codes(grids, time)]
    return grids


def _triple(codes: Windows, axis: int, bits: int) -> Windows:
    before, after = np.roll(codes, 1, axis=axis), np.roll(codes, -1, axis=axis)
    return np.asarray(before | codes << bits | after << 2 * bits)


def _places(rows: int, columns: int, phase: int) -> UInt16[np.ndarray, "row column"]:
    row = (np.arange(rows) - phase) % 2
    column = (np.arange(columns) - phase) % 2
    return (2 * row[:, None] + column).astype(np.uint16)


# a window touches four blocks, as many as a torus of 4 x 4 cells has: counting over its 2^16 grids
# gives the exact probabilities on any larger torus

Direction = Literal["forward", "backward"]
FORWARD: Direction = "forward"
BACKWARD: Direction = "backward"
DIRECTIONS = (FORWARD, BACKWARD)

_SIDE = 4

Answers = Bool[np.ndarray, " pattern"]
Counts = Int64[np.ndarray, " pattern"]


@dataclass(frozen=True)
class Transition:
    """How often each window occurs, and how often the cell to predict is then occupied."""

    seen: Counts
    occupied: Counts

    def accuracy(self, answers: Answers) -> float:
        """Return the probability that an answer is right."""
        right = np.where(answers, self.occupied, self.seen - self.occupied)
        return float(right.sum() / self.seen.sum())

    @property
    def best_answers(self) -> Answers:
        """The likelier state of the cell; empty where both are equally likely."""
        return np.asarray(2 * self.occupied > self.seen)

    @property
    def best_accuracy(self) -> float:
        """The largest accuracy that is possible given the window alone (Bayes)."""
        return self.accuracy(self.best_answers)


def given_and_asked(
    before: block_rule.Grids, after: block_rule.Grids, direction: Direction
) -> tuple[block_rule.Grids, block_rule.Grids]:
    """Return what is shown and what is to be predicted: the next state, or the previous one."""
    return (before, after) if direction == FORWARD else (after, before)


def enumerated(rule: block_rule.BlockRule, direction: Direction) -> Transition:
    """Count over all grids of 4 x 4 cells."""
    before = all_inputs(_SIDE**2).reshape(-1, _SIDE, _SIDE)
    given, asked = given_and_asked(before, rule.step(before, 0), direction)
    # one cell for each place in a block: the other cells repeat these
    codes = window_codes(given, 0)[:, :2, :2].ravel()
    occupied = codes[asked[:, :2, :2].ravel()]
    return Transition(
        np.bincount(codes, minlength=PATTERNS), np.bincount(occupied, minlength=PATTERNS)
    )
