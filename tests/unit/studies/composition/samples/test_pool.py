"""Pools: labels of single tokens, split over hops."""

import numpy as np

from compsparse.studies.composition.attention.training import right_pairs
from compsparse.studies.composition.samples.pool import draw_pool, pool_slice
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.worlds import Task

HIDDEN = permutations(np.random.default_rng(2), 3, 4, symbols=3)
TASK = Task(HIDDEN, Seeds(0, ["test"], 3))


def randoms(seed: int) -> list[np.random.Generator]:
    return [np.random.default_rng([seed, run]) for run in range(3)]


def test_an_answer_is_where_the_hops_of_its_token_lead() -> None:
    pools = draw_pool(TASK, randoms(0), randoms(1), 11, (0, 1, 2))
    for pool, hidden in zip(pools, HIDDEN, strict=True):
        assert [len(part.token) for part in pool] == [4, 4, 3]
        for part in pool:
            right = right_pairs(all_hops(part.read, hidden[None])[part.hop], part.hop)
            asked = np.take_along_axis(right, part.token[:, None], axis=1)[:, 0]
            np.testing.assert_array_equal(part.right, asked)


def test_a_smaller_pool_is_the_beginning_of_a_larger_one() -> None:
    large = draw_pool(TASK, randoms(0), randoms(1), 11, (0, 2))[1]
    parts = [*pool_slice(large, 0, 5), *pool_slice(large, 5, 11)]
    assert [len(part.token) for part in parts] == [3, 2, 3, 3]
    for place, hop in enumerate((0, 2)):
        joined = np.concatenate([part.token for part in parts if part.hop == hop])
        np.testing.assert_array_equal(joined, large[place].token)
