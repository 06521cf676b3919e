"""Small words, marked lines, dots and ticks."""

import numpy as np
import pandas as pd
import pytest

from compsparse.figures import api as fig
from compsparse.figures.colors import contrast_with_white


def test_words_are_small_readable_and_in_their_frame() -> None:
    axes = fig.new_figure(2.0, 2.0).subplots()
    fig.write(axes, "pale", 0.5, 3.0, color="#ffff00", frame="y data", shift=(1, 2), ha="right")
    (text,) = axes.texts
    assert text.get_fontsize() == fig.SMALL_TEXT_SIZE
    assert contrast_with_white(text.get_color()) >= 4.5
    assert text.xy == (0.5, 3.0)
    assert text.xycoords == ("axes fraction", "data")
    assert text.get_position() == (1, 2)


def test_marked_lines_stand_at_their_values() -> None:
    axes = fig.new_figure(2.0, 2.0).subplots()
    fig.mark_height(axes, 2.0, "chance")
    fig.mark_place(axes, 7.0)
    height, place = axes.lines
    assert list(height.get_ydata()) == [2.0, 2.0]
    assert list(place.get_xdata()) == [7.0, 7.0]
    assert [text.get_text() for text in axes.texts] == ["chance"]


def test_hollow_dots_are_those_asked_for() -> None:
    axes = fig.new_figure(2.0, 2.0).subplots()
    rows = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6]})
    fig.draw_dots(axes, rows, x="a", y="b", color="red", hollow=np.array([False, True, False]))
    full, empty = axes.lines
    assert list(full.get_xdata()) == [1, 3]
    assert list(empty.get_xdata()) == [2]
    assert empty.get_markerfacecolor() == "white"


@pytest.mark.parametrize(
    ("places", "texts"), [([1, 10], ["1", "10"]), ({1: "one", 10: "ten"}, ["one", "ten"])]
)
def test_ticks_stand_where_they_are_asked_for_and_nowhere_else(
    places: list[int] | dict[int, str], texts: list[str]
) -> None:
    axes = fig.new_figure(2.0, 2.0).subplots()
    axes.set_xscale("log")
    axes.set_xlim(0.5, 20)
    fig.set_ticks(axes.xaxis, places)
    assert list(axes.get_xticks()) == [1, 10]
    assert [label.get_text() for label in axes.get_xticklabels()] == texts
    assert not len(axes.get_xticks(minor=True))
