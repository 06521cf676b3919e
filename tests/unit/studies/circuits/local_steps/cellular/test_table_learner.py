"""The table of what followed: majorities, first sights, and the time that they give."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.local_steps.cellular.table_learner import (
    first_seen,
    learned_tables,
    samples_to_learn,
)

PATTERNS = 8


def test_majorities_ties_and_the_unseen() -> None:
    codes = np.array([1, 1, 2, 2, 2, 3])
    occupied = np.array([True, True, True, False, False, True])
    table = learned_tables(codes, occupied, [1, 3, 4, 6], PATTERNS)
    assert table[0].nonzero()[0].tolist() == [1]
    assert table[1].nonzero()[0].tolist() == [1, 2]
    assert table[2].nonzero()[0].tolist() == [1]  # pattern 2 followed by each once: empty
    assert table[3].nonzero()[0].tolist() == [1, 3]


@given(st.integers(0, 2**32 - 1))
def test_tables_are_the_majorities_of_their_first_samples(seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = random.integers(PATTERNS, size=60)
    occupied = random.integers(2, size=60).astype(bool)
    for size, table in zip(
        (7, 60), learned_tables(codes, occupied, [7, 60], PATTERNS), strict=True
    ):
        for pattern in range(PATTERNS):
            followed = occupied[:size][codes[:size] == pattern].tolist()
            assert table[pattern] == (sum(followed) > len(followed) / 2)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.3, 0.6, 0.9, 1.0]))
def test_the_time_to_learn_is_when_the_table_reaches_the_share(seed: int, share: float) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(2, size=PATTERNS).astype(bool)
    weights = random.integers(1, 5, size=PATTERNS)
    codes = np.concatenate([random.integers(PATTERNS, size=30), np.arange(PATTERNS)])
    time = samples_to_learn(first_seen(codes, PATTERNS), len(codes), weights, truth, share)

    def right(samples: int) -> int:
        table = np.zeros(PATTERNS, dtype=bool)
        if samples:
            table = learned_tables(codes, truth[codes], [samples], PATTERNS)[0]
        return int(weights[table == truth].sum())

    assert right(time) >= share * weights.sum()
    assert time == 0 or right(time - 1) < share * weights.sum()


def test_first_seen_is_the_first() -> None:
    assert first_seen(np.array([2, 0, 2, 0]), 3).tolist() == [1, 4, 0]


def test_too_few_samples_are_said() -> None:
    first = first_seen(np.array([0, 1]), 3)
    with pytest.raises(ValueError, match="is not learned from 2 samples"):
        samples_to_learn(first, 2, np.ones(3, dtype=np.int64), np.ones(3, dtype=bool), 0.9)


@pytest.mark.parametrize("sizes", [[0, 1], [2, 1], [1, 4]])
def test_sizes_fit_the_samples(sizes: list[int]) -> None:
    with pytest.raises(ValueError, match="must increase from at least 1 to at most the 3"):
        learned_tables(np.zeros(3, dtype=np.int64), np.ones(3, dtype=bool), sizes, 2)
