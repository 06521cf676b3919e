"""The frame of figures: reading, checks, parameters, theme and both formats."""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib.figure import Figure

from compsparse.claims.errors import ClaimsError
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


@fig.renders("size")
def with_headline(table: pd.DataFrame, *, headline: fig.Headline, color: str = "k") -> Figure:
    figure = fig.new_figure(4.0, 2.0)
    fig.headline(figure, headline)
    fig.footer(figure, "Three seeds.")
    return figure


CLAIM = """{statement: A number., source: A slide., kind: exact, origin: document, band: As said.,
        scale: default, accept: {low: 1.0}}"""


@pytest.fixture
def judged(inputs: Callable[..., Any], tmp_path: Path) -> Callable[[float], dict[str, Any]]:
    """The inputs of a figure whose only claim wants a number of at least 1."""
    (tmp_path / "claims").mkdir()
    (tmp_path / "headlines").mkdir()
    claims, words = tmp_path / "claims/toy.yaml", tmp_path / "headlines/toy.yaml"
    claims.write_text(
        "results: {curve: {title: A curve, place: A slide, scale: smoke, message: None., "
        f"metrics: {{low: a number}}, claims: {{low: {CLAIM}}}}}}}"
    )
    words.write_text(
        "curve: {question: Is it large?, decided_by: [low], holds: It is, fails: It is not}"
    )

    def write(value: float) -> dict[str, Any]:
        metrics = tmp_path / "toy_curve.metrics.json"
        measured = {"value": value, "low": value, "high": value, "n": 1}
        metrics.write_text(json.dumps({"toy_curve": {"low": measured}}))
        return inputs(size=[1.0]) | {"metrics": metrics, "claims": claims, "headline": words}

    return write


@pytest.mark.parametrize(
    ("value", "scale", "title", "footer"),
    [
        (2.0, "default", "It is", "Three seeds.\nHeadline: the verdict of this run alone."),
        (0.5, "default", "It is not", "Three seeds.\nHeadline: the verdict of this run alone."),
        (2.0, "smoke", "Is it large?", "Three seeds."),
    ],
)
def test_a_figure_says_what_its_own_metrics_earn(
    judged: Callable[[float], dict[str, Any]], value: float, scale: Any, title: str, footer: str
) -> None:
    figure = with_headline(judged(value), result="toy_curve", scale=scale)["svg"]
    assert isinstance(figure, Figure)
    assert (figure.get_suptitle(), figure.get_supxlabel()) == (title, footer)


def test_the_step_takes_the_result_instead_of_the_headline() -> None:
    assert list(inspect.signature(with_headline).parameters) == [
        "files",
        "color",
        "result",
        "scale",
    ]


def test_a_result_without_words_is_named(judged: Callable[[float], dict[str, Any]]) -> None:
    with pytest.raises(ClaimsError, match="has no entry for toy_point"):
        with_headline(judged(2.0), result="toy_point", scale="default")
