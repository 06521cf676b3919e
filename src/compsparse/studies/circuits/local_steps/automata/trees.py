"""Decision trees (scikit-learn) that learn an automaton, step by step or from whole strings.

Gan, Galanti, Poggio and Malach (NeurIPS 2024), listed in document 000: a tree that predicts the
next token again and again simulates an automaton. Symbols and states are one-hot.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Int64, UInt8
from sklearn.tree import DecisionTreeClassifier

from compsparse.studies.circuits.local_steps.automata.automaton import Strings, paths

Table = UInt8[np.ndarray, "state symbol"]
Whole = UInt8[np.ndarray, "string time"]


@dataclass(frozen=True)
class StepTree:
    """A tree's prediction of what follows each state and symbol."""

    follows: Table
    leaves: int


def step_tree(follows: Table, strings: Whole, seed: int) -> StepTree:
    """Grow a tree on all steps of an automaton along strings; the seed breaks ties of splits."""
    # equal steps enter once, weighted by their frequency, which grows the same tree
    states, symbols = follows.shape
    along = paths(follows[None], strings)
    counts = _pair_counts(along[:, :-1], strings, states, symbols)
    seen = np.flatnonzero(counts)
    inputs = _pair_inputs(states, symbols)
    tree = DecisionTreeClassifier(random_state=seed)
    tree.fit(inputs[seen], follows.ravel()[seen], sample_weight=counts[seen].astype(np.float64))
    return StepTree(
        tree.predict(inputs).astype(np.uint8).reshape(states, symbols), int(tree.get_n_leaves())
    )


def end_predictions(
    strings: Whole,
    ends: UInt8[np.ndarray, " string"],
    tests: UInt8[np.ndarray, "test time"],
    symbols: int,
    seed: int,
) -> UInt8[np.ndarray, " test"]:
    """Grow a tree that reads raw strings; return the last states that it predicts for tests."""
    tree = DecisionTreeClassifier(random_state=seed)
    tree.fit(_one_hot(strings, symbols), ends)
    return np.asarray(tree.predict(_one_hot(tests, symbols)).astype(np.uint8))


def _pair_counts(
    before: Strings, read: Strings, states: int, symbols: int
) -> Int64[np.ndarray, " pair"]:
    pairs = before.astype(np.int64) * symbols + read
    return np.asarray(np.bincount(pairs.ravel(), minlength=states * symbols))


def _pair_inputs(states: int, symbols: int) -> Float32[np.ndarray, "pair feature"]:
    state, symbol = (index.ravel() for index in np.indices((states, symbols)))
    return np.concatenate(
        [np.eye(symbols, dtype=np.float32)[symbol], np.eye(states, dtype=np.float32)[state]], axis=1
    )


def _one_hot(strings: Whole, symbols: int) -> Float32[np.ndarray, "string feature"]:
    return np.asarray(np.eye(symbols, dtype=np.float32)[strings].reshape(len(strings), -1))
