"""Steps without local structure."""

from typing import Any

import numpy as np

from compsparse.studies.circuits.local_steps.stories import template
from compsparse.studies.circuits.worlds import steps

TRUE: dict[str, Any] = {"root_seed": 0, "seed_names": ["circuits", "test"]}
WORLD = TRUE | {"world": "independent_steps"}


def test_cells_are_read_at_the_same_other_places_in_every_grid() -> None:
    grids = np.zeros((16, 4, 4), dtype=bool)
    grids.reshape(16, 16)[np.arange(16), np.arange(16)] = True  # one cell each
    read = steps.read_cells(grids, WORLD).reshape(16, 16)
    assert (read.sum(axis=0) == 1).all() and (read.sum(axis=1) == 1).all()
    assert (read.argmax(axis=1) != np.arange(16)).sum() > 8
    again = steps.read_cells(grids.reshape(2, 8, 4, 4), WORLD)
    np.testing.assert_array_equal(again.reshape(16, 16), read)


def test_the_automaton_that_is_shown_is_another_one() -> None:
    table = np.zeros((8, 4), dtype=np.uint8)
    shown = steps.followed(table, WORLD, "task", 0)
    assert shown.dtype == np.uint8 and shown.shape == table.shape
    assert len(np.unique(shown)) > 4 and shown.max() < 8
    assert not np.array_equal(shown, steps.followed(table, WORLD, "task", 1))


def test_the_last_symbol_decides_the_last_state() -> None:
    table = np.zeros((2, 3), dtype=np.uint8)
    lasting = steps.lasting(table, TRUE | {"world": "shallow"})
    assert lasting.dtype == np.uint8
    assert lasting.tolist() == [[0, 1, 0], [0, 1, 0]]


def test_words_are_as_frequent_at_their_places_and_tell_nothing_of_each_other() -> None:
    stories = template.all_stories()
    told = steps.told(stories, WORLD)
    np.testing.assert_array_equal(np.sort(told, axis=0), np.sort(stories, axis=0))
    pronoun = [place for place in range(stories.shape[1]) if len(np.unique(stories[:, place])) == 2]
    first, second = told[:, pronoun[0]], told[:, pronoun[2]]
    together = (first == first.max()) == (second == second.max())
    assert 0.45 < together.mean() < 0.55


def test_nothing_changes_where_nothing_is_taken_away() -> None:
    grids, table = np.zeros((2, 4, 4), dtype=bool), np.zeros((2, 2), dtype=np.uint8)
    stories = template.all_stories()
    for params in (TRUE, TRUE | {"world": "identity"}):
        assert steps.read_cells(grids, params) is grids
        assert steps.followed(table, params, "task", 0) is table
        assert steps.lasting(table, params) is table
        assert steps.told(stories, params) is stories
