"""What a window tells about its cell one step later or earlier, if all grids are equally likely."""
# a window touches four blocks, as many as a torus of 4 x 4 cells has: counting over its 2^16 grids
# gives the exact probabilities on any larger torus

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.local_steps.cellular import block_rule, windows

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

    @property
    def determined(self) -> bool:
        """Whether every window that occurs determines the state."""
        return bool(((self.occupied == 0) | (self.occupied == self.seen)).all())


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
    codes = windows.window_codes(given, 0)[:, :2, :2].ravel()
    occupied = codes[asked[:, :2, :2].ravel()]
    return Transition(
        np.bincount(codes, minlength=windows.PATTERNS),
        np.bincount(occupied, minlength=windows.PATTERNS),
    )
