"""Draws belong to names: the same name draws the same, any other name draws something else."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow_engine.seeds import generator, spawn_key

# of the role ("factorial", "graph", 0) under root seed 0
KEY = (1154685819, 2761519506, 1908968927, 3861730374)
DRAWS = [2, 330, 791, 576, 140]

names = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="\x1f"), max_size=6)
    | st.integers(-5, 5)
    | st.booleans(),
    min_size=1,
    max_size=4,
).map(tuple)


def marked(role: tuple[str | int, ...]) -> list[tuple[type, str | int]]:
    """Return names with their types, which tell 1 from True."""
    return [(type(name), name) for name in role]


@given(st.integers(0, 2**70), names)
def test_the_same_name_draws_the_same(root: int, role: tuple[str | int, ...]) -> None:
    one, other = generator(root, *role), generator(root, *role)
    assert one.random(4).tolist() == other.random(4).tolist()


@given(names, names)
def test_other_names_draw_something_else(
    one: tuple[str | int, ...], other: tuple[str | int, ...]
) -> None:
    assert (spawn_key(*one) == spawn_key(*other)) == (marked(one) == marked(other))
    draws = [generator(0, *role).random(4).tolist() for role in (one, other)]
    assert (draws[0] == draws[1]) == (marked(one) == marked(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "b"), ("a/b",)),
        (("a", "b"), ("b", "a")),
        (("a", "b"), ("ab",)),
        (("a",), ("a", "")),
        (("1",), (1,)),
        ((1,), (True,)),
        ((1, 2), (12,)),
        (("int:1",), (1,)),
        (("a", "str:b"), ("a", "b")),
        (("é",), ("e\u0301",)),
    ],
)
def test_names_that_look_alike_are_different_roles(
    one: tuple[str | int, ...], other: tuple[str | int, ...]
) -> None:
    assert spawn_key(*one) != spawn_key(*other)


def test_another_root_draws_something_else() -> None:
    draws = {tuple(generator(root, "graph", 0).random(4)) for root in range(50)}
    assert len(draws) == 50


def test_a_draw_does_not_depend_on_other_draws() -> None:
    alone = generator(3, "graph", 1).random(4)
    generator(3, "graph", 0).random(1000)
    np.testing.assert_array_equal(generator(3, "graph", 1).random(4), alone)


def test_the_draws_are_those_of_this_project_for_ever() -> None:
    # a change here would change every result
    assert spawn_key("factorial", "graph", 0) == KEY
    assert generator(0, "factorial", "graph", 0).integers(0, 1000, 5).tolist() == DRAWS


def test_no_name_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one name, for example 'graph'"):
        generator(0)


@pytest.mark.parametrize("role", [("\x1f",), ("a\x1fb",), ("a", "b\x1f", 3)])
def test_a_name_with_the_separator_is_refused(role: tuple[str | int, ...]) -> None:
    with pytest.raises(ValueError, match=r"contains the unit separator; remove it"):
        generator(0, *role)


@pytest.mark.parametrize("root", [-1, -(2**40)])
def test_a_negative_root_is_refused(root: int) -> None:
    with pytest.raises(ValueError, match=re.escape(f"root_seed is {root}; it must be an integer")):
        generator(root, "graph")
