"""Steps without local structure."""

from dataclasses import replace

import numpy as np

from compsparse.studies.circuits.local_steps.stories import template
from compsparse.studies.circuits.worlds import steps
from compsparse.studies.circuits.worlds.catalogue import StepWorld

WORLD = StepWorld("independent_steps", 0, ["circuits", "test"])


def test_cells_are_read_at_the_same_other_places_in_every_grid() -> None:
    grids = np.zeros((16, 4, 4), dtype=bool)
    grids.reshape(16, 16)[np.arange(16), np.arange(16)] = True  # one cell each
    read = steps.grids_in_world(grids, WORLD).reshape(16, 16)
    assert (read.sum(axis=0) == 1).all() and (read.sum(axis=1) == 1).all()
    assert (read.argmax(axis=1) != np.arange(16)).sum() > 8
    again = steps.grids_in_world(grids.reshape(2, 8, 4, 4), WORLD)
    np.testing.assert_array_equal(again.reshape(16, 16), read)


def test_the_automaton_that_is_shown_is_another_one() -> None:
    table = np.zeros((8, 4), dtype=np.uint8)
    shown = steps.shown_automaton(table, WORLD, "task", 0)
    assert shown.dtype == np.uint8 and shown.shape == table.shape
    assert len(np.unique(shown)) > 4 and shown.max() < 8
    assert not np.array_equal(shown, steps.shown_automaton(table, WORLD, "task", 1))


def test_the_last_symbol_decides_the_last_state() -> None:
    table = np.zeros((2, 3), dtype=np.uint8)
    lasting = steps.target_automaton(table, replace(WORLD, name="shallow"))
    assert lasting.dtype == np.uint8
    assert lasting.tolist() == [[0, 1, 0], [0, 1, 0]]


def test_words_are_as_frequent_at_their_places_and_tell_nothing_of_each_other() -> None:
    stories = template.all_stories()
    told = steps.stories_in_world(stories, WORLD)
    np.testing.assert_array_equal(np.sort(told, axis=0), np.sort(stories, axis=0))
    pronoun = [place for place in range(stories.shape[1]) if len(np.unique(stories[:, place])) == 2]
    first, second = told[:, pronoun[0]], told[:, pronoun[2]]
    together = (first == first.max()) == (second == second.max())
    assert 0.45 < together.mean() < 0.55


def test_nothing_changes_where_nothing_is_taken_away() -> None:
    grids, table = np.zeros((2, 4, 4), dtype=bool), np.zeros((2, 2), dtype=np.uint8)
    stories = template.all_stories()
    for world in (replace(WORLD, name="none"), replace(WORLD, name="identity")):
        assert steps.grids_in_world(grids, world) is grids
        assert steps.shown_automaton(table, world, "task", 0) is table
        assert steps.target_automaton(table, world) is table
        assert steps.stories_in_world(stories, world) is stories
