"""Known answers on local steps (document 000, Figure 10.2) and on trees that run automata."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.local_steps.automata.automaton import paths
from compsparse.studies.circuits.local_steps.automata.trees import step_tree
from compsparse.studies.circuits.local_steps.cellular.block_rule import (
    BLOCKS,
    BlockRule,
    momentum,
    particles,
    rule,
)
from compsparse.studies.circuits.local_steps.cellular.transition import BACKWARD, enumerated
from compsparse.studies.circuits.local_steps.evaluate_local_transitions import calculated_sites


def grid(*rows: str) -> np.ndarray:
    return np.array([[cell == "o" for cell in row] for row in rows])


@pytest.mark.parametrize("name", ["billiard", "gas"])
def test_a_lone_particle_flies_straight_along_the_diagonal(name: str) -> None:
    start = grid("o...", "....", "....", "....")
    path = rule(name).trajectory(start, 4)
    assert [tuple(np.argwhere(state)[0]) for state in path] == [
        (0, 0),
        (1, 1),
        (2, 2),
        (3, 3),
        (0, 0),
    ]


@pytest.mark.parametrize("name", ["billiard", "gas"])
def test_two_that_meet_leave_at_right_angles(name: str) -> None:
    meeting = grid("o...", ".o..", "....", "....")
    after = rule(name).step(meeting, 0)
    np.testing.assert_array_equal(after, grid(".o..", "o...", "....", "...."))
    # and fly apart
    apart = rule(name).trajectory(meeting, 2)[-1]
    assert apart.sum() == 2
    assert not apart[:2, :2].any()


def test_two_that_meet_vanish_in_the_control() -> None:
    assert not rule("annihilating").step(grid("o...", ".o..", "....", "...."), 0).any()


def test_particles_side_by_side_pass_in_the_gas_and_stand_in_the_billiard() -> None:
    pair = grid("oo..", "....", "....", "....")
    np.testing.assert_array_equal(rule("gas").step(pair, 0), grid("....", "oo..", "....", "...."))
    np.testing.assert_array_equal(rule("billiard").step(pair, 0), pair)


@pytest.mark.parametrize("name", ["billiard", "gas"])
def test_reversible_rules_are_their_own_inverse_and_keep_particles(name: str) -> None:
    dynamics = rule(name)
    np.testing.assert_array_equal(dynamics.after[dynamics.after], np.arange(BLOCKS))
    numbers = np.array([block.bit_count() for block in range(BLOCKS)])
    np.testing.assert_array_equal(numbers[dynamics.after], numbers)


def test_the_gas_keeps_number_and_momentum_on_every_grid_of_sixteen_cells() -> None:
    grids = all_inputs(16).reshape(-1, 4, 4)
    after = rule("gas").step(grids, 0)
    np.testing.assert_array_equal(particles(after), particles(grids))
    np.testing.assert_array_equal(momentum(after, 1), momentum(grids, 0))


def test_momentum_is_that_of_the_flight() -> None:
    down_right = grid("o...", "....", "....", "....")
    assert momentum(down_right, 0).tolist() == [1, 1]
    assert momentum(down_right, 1).tolist() == [-1, -1]
    assert momentum(rule("gas").step(down_right, 0), 1).tolist() == [1, 1]


def test_billiard_balls_change_their_momentum() -> None:
    pair = grid("oo..", "....", "....", "....")
    after = rule("billiard").step(pair, 0)
    assert momentum(pair, 0).tolist() != momentum(after, 1).tolist()


def test_the_way_back_of_the_control_by_hand() -> None:
    """Blocks 0, 6 and 9 lead to the empty one: 2/3 of its cells are guessed right, all others."""
    assert enumerated(rule("annihilating"), BACKWARD).best_accuracy == 13 / 16 + 3 / 16 * 2 / 3


def test_a_thousand_steps_and_back() -> None:
    start = np.random.default_rng(0).integers(2, size=(2, 12, 8)).astype(bool)
    for name in ("billiard", "gas"):
        dynamics = rule(name)
        inverse = BlockRule("inverse", np.argsort(dynamics.after).astype(np.uint8))
        state = start
        for time in range(1000):
            state = dynamics.step(state, time)
        assert (state != start).any()
        for time in reversed(range(1000)):
            state = inverse.step(state, time)
        np.testing.assert_array_equal(state, start)


def test_a_tree_of_steps_runs_parity_on_long_strings() -> None:
    parity = np.array([[0, 1], [1, 0]], dtype=np.uint8)
    random = np.random.default_rng(1)
    tree = step_tree(parity, random.integers(2, size=(2, 20), dtype=np.uint8), 0)
    assert tree.leaves == 4
    strings = random.integers(2, size=(20, 5000), dtype=np.uint8)
    ends = paths(tree.follows[None], strings)[:, -1]
    np.testing.assert_array_equal(ends, strings.sum(axis=1) % 2)


def test_sites_to_99_percent_by_waiting_times() -> None:
    """Of 1024 windows whose cell will be occupied, 1004 have to be seen."""
    harmonic = sum(1 / left for left in range(21, 1025))
    assert calculated_sites(0.99) == pytest.approx(2048 * harmonic)
    assert calculated_sites(0.5) == 0.0
