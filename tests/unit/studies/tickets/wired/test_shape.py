"""Shapes: equal widths, how much each wiring reads, and in which order."""

import pytest

from compsparse.studies.tickets.wired.shape import WIRINGS, Wiring, network_shape, variable_order


def test_all_wirings_have_equal_widths() -> None:
    widths = {
        tuple(level.nodes * level.outputs for level in network_shape(wiring, 16, 6).levels)
        for wiring in WIRINGS
    }
    assert widths == {(48, 24, 12, 6, 1)}


@pytest.mark.parametrize(
    ("wiring", "parameters", "nonzeros", "degrees"),
    [
        ("dense", 16 * 48 + 48 * 24 + 24 * 12 + 12 * 6 + 6, 2286, [16, 1, 1, 1, 1]),
        ("right", 8 * 12 + (4 + 2 + 1) * 72 + 6, 606, [2, 2, 2, 2, 1]),
        ("wrong", 606, 606, [2, 2, 2, 2, 1]),
        ("convolution", 12 + 3 * 72 + 6, 606, [2, 2, 2, 2, 1]),
    ],
)
def test_counts(wiring: Wiring, parameters: int, nonzeros: int, degrees: list[int]) -> None:
    shape = network_shape(wiring, 16, 6)
    assert (shape.parameters, shape.nonzeros) == (parameters, nonzeros)
    assert list(shape.degrees) == degrees


def test_the_wrong_wiring_parts_all_neighbours() -> None:
    order = variable_order("wrong", 16)
    assert sorted(order) == list(range(16))
    places = {variable: place for place, variable in enumerate(order)}
    # the first of a pair goes into one half, the second into the other
    assert all(places[variable] < 8 <= places[variable + 1] for variable in range(0, 16, 2))
    for wiring in ("dense", "right", "convolution"):
        assert variable_order(wiring, 16) == list(range(16))


def test_what_no_tree_has_is_refused() -> None:
    with pytest.raises(ValueError, match="d is 12"):
        network_shape("right", 12, 6)
