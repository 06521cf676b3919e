"""Draw a table as a step does, and look at what is written in the figure."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure


def draw(step: Callable[..., Any], folder: Path, table: pd.DataFrame, **params: Any) -> Figure:
    path = folder / "table.csv"
    table.to_csv(path, index=False)
    outputs = step({"table": path}, params)
    assert outputs["svg"] is outputs["png"]
    figure = outputs["svg"]
    assert isinstance(figure, Figure)
    return figure


def texts(figure: Figure) -> str:
    found = [text.get_text() for axes in figure.axes for text in axes.texts]
    found += [axes.get_title("left") for axes in figure.axes]
    found += [figure.get_suptitle(), figure.get_supxlabel()]
    return "\n".join(found)


def assert_inside(figure: Figure) -> None:
    """Nothing that is written is cut off at the figure's edge."""
    width, height = figure.bbox.width, figure.bbox.height
    renderer = FigureCanvasAgg(figure).get_renderer()
    drawn = [text for axes in figure.axes for text in [*axes.texts, axes.title, axes._left_title]]
    drawn += figure.texts
    drawn += [label for axes in figure.axes if axes.axison for label in axes.get_yticklabels()]
    for text in drawn:
        if text.get_text():
            box = text.get_window_extent(renderer)
            assert box.x0 >= -1 and box.x1 <= width + 1, text.get_text()
            assert box.y0 >= -1 and box.y1 <= height + 1, text.get_text()
