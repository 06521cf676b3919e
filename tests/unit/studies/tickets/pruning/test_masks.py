"""Masks: counts, nesting, ties, and what controls keep of them."""

import numpy as np
import pytest

from compsparse.studies.tickets.pruning.masks import keep_largest, shuffled
from compsparse.studies.tickets.pruning.schedule import RoundSchedule
from compsparse.studies.tickets.pruning.scores import Method, contributions, scores_by

SCORES = np.array([[[4.0, 1.0, 3.0], [2.0, 6.0, 5.0]]])


def test_the_largest_stay_among_those_that_are_left() -> None:
    before = np.ones((1, 2, 3), np.bool_)
    three = keep_largest(SCORES, before, 3)
    assert three.tolist() == [[[True, False, False], [False, True, True]]]
    before[0, 1, 1] = False
    assert keep_largest(SCORES, before, 2).tolist() == [
        [[True, False, False], [False, False, True]]
    ]


def test_ties_do_not_change_the_count() -> None:
    mask = keep_largest(np.zeros((2, 4, 4)), np.ones((2, 4, 4), np.bool_), 5)
    assert mask.sum(axis=(1, 2)).tolist() == [5, 5]


@pytest.mark.parametrize("count", [0, 4])
def test_a_mask_neither_grows_nor_is_empty(count: int) -> None:
    before = np.array([[[True, True, True], [False, False, False]]])
    with pytest.raises(ValueError, match=f"{count} weights of .* are to be kept; allowed: 1 to 3"):
        keep_largest(SCORES, before, count)


def test_what_controls_keep_of_a_mask() -> None:
    random = np.random.default_rng(0)
    mask = random.random((16, 12)) < 0.2
    within = shuffled(mask, "within_units", random)
    inputs = shuffled(mask, "inputs", random)
    anywhere = shuffled(mask, "anywhere", random)
    for control in (within, inputs, anywhere):
        assert control.sum() == mask.sum()
        assert not np.array_equal(control, mask)
    assert np.array_equal(within.sum(axis=1), mask.sum(axis=1))
    assert sorted(inputs.T.tolist()) == sorted(mask.T.tolist())
    assert not np.array_equal(anywhere.sum(axis=1), mask.sum(axis=1))


def test_rounds_take_less_below_the_bend() -> None:
    schedule = RoundSchedule(bend=0.35, share_above=0.3, share_below=0.1, smallest=0.01)
    counts = schedule.counts(2048)
    assert counts[:4] == [2048, 1434, 1004, 703]
    below = [count for count in counts if count <= 0.35 * 2048]
    shares = 1 - np.array(below[1:]) / np.array(below[:-1])
    assert (shares <= 0.1).all()
    assert counts[-1] <= 0.01 * 2048 < counts[-2]


def test_rounds_end_at_one_weight() -> None:
    schedule = RoundSchedule(bend=1.0, share_above=0.3, share_below=0.1, smallest=0.01)
    assert schedule.counts(8) == [8, 7, 6, 5, 4, 3, 2, 1]


def test_scores() -> None:
    weights = np.array([[[1.0, -2.0, 9.0], [3.0, 0.5, 9.0]]], dtype=np.float32)  # biases last
    readout = np.array([[2.0, -0.1, 9.0]], dtype=np.float32)
    inputs = np.array([[[3.0, 1.0, 1.0], [4.0, 0.0, 1.0]]], dtype=np.float32)  # norms 5 and 1
    assert contributions(weights, readout)[0] == pytest.approx(np.array([[2, 4], [0.3, 0.05]]))
    randoms = [np.random.default_rng(0)]

    def by(method: Method) -> np.ndarray:
        return np.asarray(scores_by(method, weights, readout, inputs, randoms)[0])

    assert by("magnitude").tolist() == [[1, 2], [3, 0.5]]
    # 1 x 5 is above 2 x 1: the norms of inputs turn the order of the first unit
    assert by("wanda").tolist() == [[1, 0], [1, 0]]
    assert len(np.unique(by("random"))) == 4
