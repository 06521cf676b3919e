"""What a window tells: counted over all grids, against counts over random larger grids."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.circuits.local_steps.cellular.block_rule import BlockRule, rule
from compsparse.studies.circuits.local_steps.cellular.transition import (
    BACKWARD,
    DIRECTIONS,
    FORWARD,
    Direction,
    Transition,
    enumerated,
    given_and_asked,
    window_codes,
)


@pytest.mark.parametrize("name", ["billiard", "gas"])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_reversible_rules_determine_both_directions(name: str, direction: Direction) -> None:
    truth = enumerated(rule(name), direction)
    assert truth.best_accuracy == 1.0
    # all windows are equally likely, and half of the cells asked for are occupied
    assert np.unique(truth.seen).tolist() == [128]
    assert 2 * truth.occupied.sum() == truth.seen.sum()


def test_the_control_is_determined_forward_only() -> None:
    control = rule("annihilating")
    assert enumerated(control, FORWARD).best_accuracy == 1.0
    assert enumerated(control, BACKWARD).best_accuracy < 1.0


@pytest.mark.parametrize("name", ["billiard", "annihilating"])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_larger_grids_have_the_probabilities_of_the_small_torus(
    name: str, direction: Direction
) -> None:
    before = np.random.default_rng(5).integers(2, size=(200, 16, 16)).astype(bool)
    truth = enumerated(rule(name), direction)
    shown, asked = given_and_asked(before, rule(name).step(before, 0), direction)
    right = (truth.best_answers[window_codes(shown, 0)] == asked).mean()
    assert right == pytest.approx(truth.best_accuracy, abs=0.005)
    assert truth.seen[np.unique(window_codes(shown, 0))].min() > 0


def test_wrong_answers_cost_what_their_windows_weigh() -> None:
    truth = enumerated(rule("gas"), FORWARD)
    answers = truth.best_answers.copy()
    answers[:2] = ~answers[:2]
    assert truth.accuracy(answers) == 1 - 2 / 2048
    assert truth.accuracy(~truth.best_answers) == 0.0


def test_directions_are_the_two_there_are() -> None:
    assert set(DIRECTIONS) == set(get_args(Direction))


def test_the_likelier_state_is_the_best_answer_and_a_tie_is_empty() -> None:
    patterns = np.zeros(3, dtype=np.int64)
    truth = Transition(patterns + 6, np.array([2, 3, 4]))
    assert truth.best_answers.tolist() == [False, False, True]
    assert truth.best_accuracy == (4 + 3 + 4) / 18


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_neighbouring_blocks_tell_nothing_that_the_own_block_does_not(
    seed: int, reversible: bool
) -> None:
    """Counted over windows of four blocks, and by hand over the 16 blocks alone."""
    random = np.random.default_rng(seed)
    after = random.permutation(16) if reversible else random.integers(16, size=16)
    dynamics = BlockRule("random", after.astype(np.uint8))
    cells = np.arange(16)[:, None] >> np.arange(4) & 1
    occupied = np.zeros((16, 4), dtype=np.int64)
    np.add.at(occupied, after, cells)
    seen = np.bincount(after, minlength=16)[:, None]
    best = np.maximum(occupied, seen - occupied).sum() / 64
    assert enumerated(dynamics, BACKWARD).best_accuracy == best
    assert enumerated(dynamics, FORWARD).best_accuracy == 1.0
