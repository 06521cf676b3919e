"""Trees of steps and of whole strings."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from compsparse.studies.circuits.local_steps.automata.automaton import drawn, paths
from compsparse.studies.circuits.local_steps.automata.trees import end_predictions, step_tree

PARITY = np.array([[0, 1], [1, 0]], dtype=np.uint8)


@pytest.mark.parametrize("seed", range(4))
def test_a_tree_is_exact_on_what_it_has_seen(seed: int) -> None:
    random = np.random.default_rng(seed)
    follows = drawn(random, "maps", 6, 3, 20, 0.1, 0.6).follows
    strings = random.integers(3, size=(4, 10), dtype=np.uint8)
    tree = step_tree(follows, strings, seed)
    left = paths(follows[None], strings)[:, :-1]
    np.testing.assert_array_equal(tree.follows[left, strings], follows[left, strings])
    assert tree.leaves <= len(np.unique(left.astype(int) * 3 + strings))


def test_enough_strings_give_the_automaton_and_a_leaf_for_each_pair_at_most() -> None:
    random = np.random.default_rng(7)
    follows = drawn(random, "permutations", 8, 4, 20, 0.1, 0.6).follows
    tree = step_tree(follows, random.integers(4, size=(200, 20), dtype=np.uint8), 0)
    np.testing.assert_array_equal(tree.follows, follows)
    assert tree.leaves <= 32


def test_the_same_seed_grows_the_same_tree() -> None:
    random = np.random.default_rng(1)
    follows = drawn(random, "maps", 9, 3, 20, 0.02, 0.6).follows
    strings = random.integers(3, size=(3, 6), dtype=np.uint8)
    first, second = (step_tree(follows, strings, 5) for _ in range(2))
    np.testing.assert_array_equal(first.follows, second.follows)
    assert first.leaves == second.leaves


def test_the_last_symbol_is_learned_from_the_whole_string_and_parity_is_not() -> None:
    random = np.random.default_rng(2)
    strings = random.integers(2, size=(900, 12), dtype=np.uint8)
    for ends, low, high in (
        (strings[:, -1], 1.0, 1.0),
        (paths(PARITY[None], strings)[:, -1], 0.4, 0.6),
    ):
        predicted = end_predictions(strings[:500], ends[:500], strings[500:], 2, 0)
        assert low <= (predicted == ends[500:]).mean() <= high


@pytest.mark.parametrize("seed", range(3))
def test_weights_grow_the_tree_of_all_steps(seed: int) -> None:
    random = np.random.default_rng(seed)
    follows = drawn(random, "maps", 9, 3, 20, 0.02, 0.6).follows
    strings = random.integers(3, size=(6, 20), dtype=np.uint8)
    left = paths(follows[None], strings)[:, :-1]
    one_hot = np.concatenate([np.eye(3)[strings.ravel()], np.eye(9)[left.ravel()]], axis=1)
    plain = DecisionTreeClassifier(random_state=0).fit(one_hot, follows[left, strings].ravel())
    tree = step_tree(follows, strings, 0)
    assert tree.leaves == plain.get_n_leaves()
