"""Tables, what they depend on, and random ones."""

from itertools import product

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.sparse_functions.composition import (
    essential,
    random_tables,
    restricted,
    variables_of,
)


def every_table(variables: int) -> np.ndarray:
    return np.array(list(product([False, True], repeat=2**variables)))


@pytest.mark.parametrize(("variables", "count"), [(1, 2), (2, 10), (3, 218)])
def test_known_numbers_of_tables_that_depend_on_everything(variables: int, count: int) -> None:
    assert int(essential(every_table(variables)).all(axis=1).sum()) == count


def test_a_table_of_one_variable_among_three() -> None:
    bits = all_inputs(3)
    for variable in range(3):
        marks = essential(bits[:, variable][None])
        assert marks[0].tolist() == [place == variable for place in range(3)]


def test_a_restricted_table_has_the_same_values() -> None:
    bits = all_inputs(4)
    table = bits[:, 3] & ~bits[:, 1]
    variables, kept = restricted(table)
    assert variables.tolist() == [1, 3]
    assert kept.tolist() == [False, False, True, False]
    entry = bits[:, 1] + 2 * bits[:, 3]
    np.testing.assert_array_equal(kept[entry], table)
    variables, kept = restricted(np.ones(8, dtype=bool))
    assert variables.tolist() == []
    assert kept.tolist() == [True]


def test_random_tables_depend_on_everything_and_differ() -> None:
    tables = random_tables(200, 2, np.random.default_rng(0))
    assert tables.shape == (200, 4)
    assert essential(tables).all()
    assert len(np.unique(tables, axis=0)) == 10


def test_a_table_of_six_entries_is_refused() -> None:
    with pytest.raises(ValueError, match="6 entries"):
        variables_of(np.zeros(6, dtype=bool))
