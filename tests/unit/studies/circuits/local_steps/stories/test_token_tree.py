"""Trees over words: as a general implementation grows them on one-hot inputs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from compsparse.studies.circuits.local_steps.stories.template import judged
from compsparse.studies.circuits.local_steps.stories.token_tree import grow

WORDS, WINDOW = 4, 3


def samples(seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    seen = random.integers(WORDS + 1, size=(count, WINDOW), dtype=np.uint8)
    # the word two places back, with some noise
    noise = random.random(count) < 0.2
    following = np.where(noise, random.integers(WORDS, size=count), seen[:, 1] % WORDS)
    return seen, following.astype(np.uint8)


def one_hot(seen: np.ndarray) -> np.ndarray:
    return np.eye(WORDS + 1)[seen].reshape(len(seen), -1)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.5, 2.0, 8.0]))
def test_the_tree_is_as_pure_as_a_general_implementation(seed: int, gain: float) -> None:
    seen, following = samples(seed, 200)
    tree = grow(seen, following, WORDS, gain)
    general = DecisionTreeClassifier(random_state=0, min_impurity_decrease=(gain - 1e-9) / 200)
    general.fit(one_hot(seen), following)
    counts = tree.counts[tree.place == -1].astype(float)
    impurity = (counts.sum(axis=1) - (counts**2).sum(axis=1) / counts.sum(axis=1)).sum()
    leaves = general.tree_.children_left == -1
    theirs = (general.tree_.impurity * general.tree_.n_node_samples)[leaves].sum()
    # equally good questions may be asked in another order, with other ones after them
    assert impurity == pytest.approx(theirs, rel=0.1, abs=2.0)
    first = general.tree_.feature[0]
    assert (tree.place[0], tree.word[0]) == divmod(first, WORDS + 1)


@given(st.integers(0, 2**32 - 1))
def test_leaves_hold_the_samples_that_come_to_them(seed: int) -> None:
    seen, following = samples(seed, 60)
    tree = grow(seen, following, WORDS, 1.0)
    leaf = tree.leaf(seen)
    assert (tree.place[leaf] == -1).all()
    found = np.zeros_like(tree.counts)
    np.add.at(found, (leaf, following), 1)
    ends = tree.place == -1
    np.testing.assert_array_equal(found[ends], tree.counts[ends])
    assert tree.leaves == ends.sum()


def test_a_gain_beyond_reach_leaves_one_leaf() -> None:
    seen, following = samples(0, 50)
    tree = grow(seen, following, WORDS, 1000.0)
    assert tree.leaves == len(tree.place) == 1
    assert tree.leaf(seen).tolist() == [0] * 50


def test_nothing_to_grow_on_is_said() -> None:
    seen, following = samples(0, 50)
    with pytest.raises(ValueError, match="at least one sample"):
        grow(seen[:0], following[:0], WORDS, 1.0)


def test_a_model_is_judged_by_its_probabilities() -> None:
    stories = np.array([[0, 1], [1, 0]], dtype=np.uint8)
    counts = np.array([[3, 1], [0, 4]])
    cases = np.array([[0, 1], [0, 1]])
    found = judged(counts, cases, stories, 1.0)
    # probabilities 4/6, 2/6 in the first case and 1/6, 5/6 in the second
    assert found.consistent == pytest.approx(4 / 6 * 5 / 6 + 2 / 6 * 1 / 6)
    logs = np.log([4 / 6, 5 / 6, 2 / 6, 1 / 6])
    assert found.cross_entropy == pytest.approx(-logs.mean())
