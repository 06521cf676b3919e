"""Labels keep their order, stay inside, and never overlap."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.text import Text

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.keys import key
from compsparse.figures.labels import LineEnd, label_line_ends, spread_apart
from compsparse.figures.theme import COLUMN, theme

heights = st.lists(st.floats(-50.0, 150.0), min_size=1, max_size=10)


@given(heights)
def test_positions_are_apart_inside_and_in_order(wanted: list[float]) -> None:
    placed = spread_apart(np.array(wanted), gap=10.0, low=0.0, high=100.0)
    assert (placed >= -1e-9).all() and (placed <= 100.0 + 1e-9).all()
    order = np.argsort(wanted, kind="stable")
    assert all(b - a >= 10.0 - 1e-9 for a, b in pairwise(placed[order]))


def test_positions_that_are_apart_stay() -> None:
    wanted = np.array([70.0, 5.0, 30.0])
    assert spread_apart(wanted, gap=10.0, low=0.0, high=100.0) == pytest.approx(wanted)


def test_two_that_collide_share_the_move() -> None:
    placed = spread_apart(np.array([50.0, 50.0]), gap=10.0, low=0.0, high=100.0)
    assert placed == pytest.approx([45.0, 55.0])


def test_too_many_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="make the figure higher"):
        spread_apart(np.zeros(12), gap=10.0, low=0.0, high=100.0)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=9))
def test_labels_on_a_figure_are_apart_and_inside(ends: list[float]) -> None:
    with theme():
        figure = new_figure(COLUMN, 2.0)
        axes = figure.subplots()
        axes.plot([0.0, 1.0], [0.0, 1.0])
        lines = [LineEnd(1.0, y, f"$2^{{{i}}}$ · SC {i}", "#9c179e") for i, y in enumerate(ends)]
        settle(figure, label_line_ends(axes, lines))
    boxes = sorted((label.get_window_extent() for label in axes.texts), key=lambda box: box.y0)
    assert len(boxes) == len(ends)
    assert all(lower.y1 <= upper.y0 for lower, upper in pairwise(boxes))
    assert all(box.x0 > axes.bbox.x1 and box.x1 <= figure.bbox.x1 for box in boxes)
    # each leader goes from its line's end to its label
    to_pixels = axes.transAxes.transform
    for (start, end), label, y in zip(
        axes.collections[0].get_segments(), axes.texts, ends, strict=True
    ):
        np.testing.assert_allclose(to_pixels(start)[1], axes.transData.transform((1.0, y))[1])
        box = label.get_window_extent()
        assert box.y0 < to_pixels(end)[1] < box.y1
        assert axes.bbox.x1 < to_pixels(end)[0] < box.x0


def test_key_writes_every_entry_in_its_color() -> None:
    axes = new_figure(2.0, 2.0).subplots()
    key(axes, [("1 parent", "#0d0887"), ("2 parents", "#000000")])
    found = {text.get_text(): text.get_color() for text in axes.findobj(Text)}
    assert found["1 parent"] == "#0d0887"
    assert found["2 parents"] == "#000000"
