"""Curves of groups: what seaborn draws is the band, and labels are at the ends."""

import numpy as np
import pandas as pd
import pytest

from compsparse.figures import api as fig

STYLES = {"a": ("first", "#ff0000"), "b": ("second", "#0000ff"), "absent": ("none", "#00ff00")}
VALUES = {"a": [[1.0, 10.0], [100.0, 1000.0]], "b": [[2.0, 3.0], [4.0, 7.0]]}


def rows() -> pd.DataFrame:
    return pd.DataFrame(
        {"group": group, "run": run, "x": x, "y": value}
        for group, runs in VALUES.items()
        for run, values in enumerate(runs)
        for x, value in zip((2.0, 5.0), values, strict=True)
    )


@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize(("geometric", "middle"), [(True, [10.0, 100.0]), (False, [50.5, 505.0])])
def test_the_lines_and_areas_that_are_drawn_are_the_bands(
    scale: str, geometric: bool, middle: list[float]
) -> None:
    axes = fig.new_figure(2.0, 2.0).subplots()
    axes.set_yscale(scale)
    curves = fig.draw_curves(
        axes, rows(), x="x", y="y", by="group", styles=STYLES, geometric=geometric
    )
    assert curves.bands[0].middle == pytest.approx(middle)
    drawn = [line for line in axes.lines if len(line.get_xdata())]
    assert [line.get_color() for line in drawn] == ["#ff0000", "#0000ff"]
    for line, area, band in zip(drawn, axes.collections, curves.bands, strict=True):
        assert np.asarray(line.get_ydata()) == pytest.approx(band.middle)
        corners = np.asarray(area.get_paths()[0].vertices)[:, 1]
        assert corners.min() == pytest.approx(band.low.min())
        assert corners.max() == pytest.approx(band.high.max())
    assert axes.get_xlabel() == axes.get_ylabel() == ""


def test_labels_stand_at_the_last_points_and_groups_without_rows_are_left_out() -> None:
    axes = fig.new_figure(2.0, 2.0).subplots()
    curves = fig.draw_curves(axes, rows(), x="x", y="y", by="group", styles=STYLES)
    assert [(end.x, end.y, end.text) for end in curves.ends] == [
        (5.0, 505.0, "first"),
        (5.0, 5.0, "second"),
    ]


def test_styles_name_groups_and_color_ordered_ones_from_pale_to_dark() -> None:
    assert fig.name_groups([2, 4], "d = {}") == {
        2: ("d = 2", fig.CATEGORIES[0]),
        4: ("d = 4", fig.CATEGORIES[1]),
    }
    ordered = fig.name_groups([0.5, 1.0], ordered=True)
    assert [color for _, color in ordered.values()] == fig.sequential(2)
    assert [words for words, _ in ordered.values()] == ["0.5", "1"]
