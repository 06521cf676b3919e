"""Hops against their definition, step by step."""

import numpy as np
import pytest
from hypothesis import given, strategies

from compsparse.studies.composition.task import hops
from compsparse.studies.composition.task.generate_hidden import run

LENGTHS = strategies.sampled_from([1, 2, 4, 8])


def by_definition(read: np.ndarray, hidden: np.ndarray, number: int) -> np.ndarray:
    folds, symbols = read.shape
    found = np.empty_like(read)
    for index in range(folds):
        for symbol in range(symbols):
            reached = symbol
            for step in range(number):
                t = (index + step) % folds
                reached = read[t, hidden[t, reached]]
            found[index, symbol] = reached
    return found


@given(LENGTHS, strategies.integers(2, 6), strategies.integers(0, 2**32))
def test_doubled_hops_are_hops_one_by_one(folds: int, symbols: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    hidden, read = (hops.permutations(random, folds, symbols=symbols) for _ in range(2))
    found = hops.all_hops(read, hidden)
    assert len(found) == hops.layers_needed(folds)
    for power, given_hops in enumerate(found):
        np.testing.assert_array_equal(given_hops, by_definition(read, hidden, 2**power))


def test_hops_are_found_for_whole_batches_at_once() -> None:
    random = np.random.default_rng(0)
    hidden = hops.permutations(random, 2, 1, 4, symbols=3)
    read = hops.permutations(random, 2, 5, 4, symbols=3)
    longest = hops.all_hops(read, hidden)[-1]
    for run_, batch in np.ndindex(2, 5):
        np.testing.assert_array_equal(
            longest[run_, batch], by_definition(read[run_, batch], hidden[run_, 0], 4)
        )


def test_every_permutation_is_as_likely_as_every_other() -> None:
    drawn = hops.permutations(np.random.default_rng(1), 6000, symbols=3)
    _, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(counts) == 6
    assert abs(counts - 1000).max() < 150


@pytest.mark.parametrize("folds", [0, 3, 6, -2])
def test_a_number_that_is_no_power_of_two_is_refused(folds: int) -> None:
    with pytest.raises(ValueError, match=f"power of two.*{folds}"):
        hops.layers_needed(folds)


def test_more_runs_change_no_earlier_hidden_permutations() -> None:
    params = {"folds": 4, "symbols": 5, "root_seed": 0, "seed_names": ["a", "b"]}
    few = run({}, **params, runs=2)["data"]
    many = run({}, **params, runs=3)["data"]
    assert isinstance(few, dict)
    assert isinstance(many, dict)
    np.testing.assert_array_equal(few["hidden"], many["hidden"][:2])
    assert not np.array_equal(few["hidden"][0], few["hidden"][1])
