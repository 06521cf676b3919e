"""The frame of figures: reading, checks, parameters, theme and both formats."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib.figure import Figure

from compsparse.figures import api as fig
from compsparse.figures.theme import theme


@fig.renders("size", "error")
def plain(table: pd.DataFrame) -> Figure:
    figure = fig.new_figure(2.0, 2.0)
    figure.subplots().plot(table["size"], table["error"])
    figure.text(0, 0, mpl.rcParams["axes.titlesize"])
    return figure


@fig.renders("size")
def with_parameters(table: pd.DataFrame, window: list[float], color: str = "k") -> Figure:
    return fig.new_figure(*window)


@pytest.fixture
def inputs(tmp_path: Path) -> Callable[..., dict[str, Any]]:
    def write(**columns: list[float]) -> dict[str, Any]:
        path = tmp_path / "table.csv"
        pd.DataFrame(columns).to_csv(path, index=False)
        return {"table": path}

    return write


def test_one_figure_in_the_theme_serves_both_formats(inputs: Callable[..., Any]) -> None:
    outputs = plain(inputs(size=[1.0, 2.0], error=[4.0, 3.0]))
    figure = outputs["svg"]
    assert isinstance(figure, Figure) and outputs["png"] is figure
    (line,) = figure.axes[0].lines
    assert list(line.get_ydata()) == [4.0, 3.0]
    with theme():
        themed = mpl.rcParams["axes.titlesize"]
    assert [text.get_text() for text in figure.texts] == [str(themed)]


def test_a_missing_column_is_named(inputs: Callable[..., Any]) -> None:
    assert plain.columns == ("size", "error")
    with pytest.raises(ValueError, match="the column 'error' is missing"):
        plain(inputs(size=[1.0]))


def test_parameters_are_those_of_the_drawing_function(inputs: Callable[..., Any]) -> None:
    assert list(inspect.signature(with_parameters).parameters) == ["files", "window", "color"]
    made = with_parameters(inputs(size=[1.0]), window=[2.0, 3.0])["svg"]
    assert isinstance(made, Figure) and tuple(made.get_size_inches()) == (2, 3)
