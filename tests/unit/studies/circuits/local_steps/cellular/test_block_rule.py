"""Steps on blocks: against a slow reference, undone by their inverse, or refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.local_steps.cellular.block_rule import (
    BLOCKS,
    BlockRule,
    block_codes,
    grids_of,
    rule,
)

seeds = st.integers(0, 2**32 - 1)


def random_rule(random: np.random.Generator, reversible: bool) -> BlockRule:
    after = random.permutation(BLOCKS) if reversible else random.integers(BLOCKS, size=BLOCKS)
    return BlockRule("random", after.astype(np.uint8))


def random_grids(random: np.random.Generator) -> np.ndarray:
    rows, columns = 2 * random.integers(1, 4, size=2)
    return random.integers(2, size=(3, rows, columns)).astype(bool)


def stepped_slowly(dynamics: BlockRule, grid: np.ndarray, phase: int) -> np.ndarray:
    """Return the next grid, block by block and cell by cell."""
    rows, columns = grid.shape
    after = np.zeros_like(grid)
    for row in range(phase % 2, rows + phase % 2, 2):
        for column in range(phase % 2, columns + phase % 2, 2):
            cells = [
                (row % rows, column % columns),
                (row % rows, (column + 1) % columns),
                ((row + 1) % rows, column % columns),
                ((row + 1) % rows, (column + 1) % columns),
            ]
            block = sum(int(grid[cell]) << bit for bit, cell in enumerate(cells))
            for bit, cell in enumerate(cells):
                after[cell] = bool(int(dynamics.after[block]) >> bit & 1)
    return after


@given(seeds, st.integers(0, 3), st.booleans())
def test_a_step_is_that_of_the_slow_reference(seed: int, phase: int, reversible: bool) -> None:
    random = np.random.default_rng(seed)
    dynamics, grids = random_rule(random, reversible), random_grids(random)
    expected = np.stack([stepped_slowly(dynamics, grid, phase) for grid in grids])
    np.testing.assert_array_equal(dynamics.step(grids, phase), expected)


@given(seeds, st.integers(0, 1))
def test_codes_are_the_grids_in_other_words(seed: int, phase: int) -> None:
    grids = random_grids(np.random.default_rng(seed))
    np.testing.assert_array_equal(grids_of(block_codes(grids, phase), phase), grids)


@given(seeds)
def test_the_inverse_leads_back_along_the_trajectory(seed: int) -> None:
    random = np.random.default_rng(seed)
    dynamics, grids = random_rule(random, reversible=True), random_grids(random)
    path = dynamics.trajectory(grids, 5)
    inverse = BlockRule("inverse", np.argsort(dynamics.after).astype(np.uint8))
    for time in reversed(range(5)):
        np.testing.assert_array_equal(inverse.step(path[time + 1], time), path[time])


def test_a_trajectory_begins_with_the_grids_and_alternates_phases() -> None:
    grids = random_grids(np.random.default_rng(1))
    dynamics = rule("billiard")
    path = dynamics.trajectory(grids, 2)
    np.testing.assert_array_equal(path[0], grids)
    np.testing.assert_array_equal(path[2], dynamics.step(dynamics.step(grids, 0), 1))


@pytest.mark.parametrize("shape", [(3, 4), (4, 5)])
def test_odd_sides_have_no_blocks(shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="need even numbers"):
        rule("gas").step(np.zeros(shape, dtype=bool), 0)


@pytest.mark.parametrize("table", [[*range(15)], [*range(15), 16]])
def test_a_rule_has_a_block_for_each_block(table: list[int]) -> None:
    with pytest.raises(ValueError, match="16 numbers from 0 to 15"):
        BlockRule("short", np.array(table, dtype=np.uint8))


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(ValueError, match="no rule 'life'; the rules are billiard, gas"):
        rule("life")
