"""The look holds inside ``with theme():`` only, and a reader's settings do not reach it."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from compsparse.figures.bands import draw_band, log_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import footer, headline
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.theme import COLUMN, theme
from workflow_engine.artifacts.pictures import encode

pytestmark = pytest.mark.filterwarnings("error")


def example() -> Figure:
    steps = np.arange(1.0, 9.0)
    with theme():
        figure = new_figure(COLUMN, 2.5)
        upper, lower = stacked_panels(figure, 2.0, 1.0)
        draw_band(upper, steps, log_band(np.stack([1 / steps, 2 / steps])), color="#0072B2")
        upper.set_yscale("log")
        upper.set_xscale("log")
        lower.set_xlabel("updates")
        headline(figure, "A falling loss")
        footer(figure, "2 seeds")
        return settle(figure, label_line_ends(upper, [LineEnd(8.0, 0.2, "loss", "#0072B2")]))


def pictures(figure: Figure) -> list[bytes]:
    return [encode(Path(f"figure.{kind}"), figure) for kind in ("svg", "png")]


def test_settings_are_restored() -> None:
    before = dict(mpl.rcParams)
    with theme():
        assert mpl.rcParams["font.family"] == ["DejaVu Sans"]
    assert dict(mpl.rcParams) == before


def test_settings_are_restored_after_an_error() -> None:
    before = dict(mpl.rcParams)
    with pytest.raises(KeyError), theme():
        raise KeyError("a step failed")
    assert dict(mpl.rcParams) == before


def test_a_readers_settings_change_nothing() -> None:
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "black", "lines.linewidth": 9}):
        changed = example()
    assert pictures(changed) == pictures(example())


def test_writing_inside_and_outside_the_theme_is_the_same() -> None:
    outside = pictures(example())
    with theme():
        assert pictures(example()) == outside


def test_writing_twice_is_the_same() -> None:
    figure = example()
    assert pictures(figure) == pictures(figure)


def test_layout_is_settled_for_every_format() -> None:
    figure = example()
    before = [axes.get_position().bounds for axes in figure.axes]
    pictures(figure)
    assert [axes.get_position().bounds for axes in figure.axes] == before


def test_panels_share_the_horizontal_axis_and_heights_are_proportions() -> None:
    upper, lower = example().axes
    assert upper.get_xlim() == lower.get_xlim()
    assert upper.bbox.height == pytest.approx(2 * lower.bbox.height, rel=0.01)


def test_a_figure_is_settled_once() -> None:
    with pytest.raises(ValueError, match="settle it once"):
        settle(Figure())
