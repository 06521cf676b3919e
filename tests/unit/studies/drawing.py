"""Draw a table with a render step, and what every figure must have: type apart and inside."""

from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.text import Text

from workflow_engine.steps import Outputs

Run = Callable[..., Outputs]


def drawn(
    run: Run,
    table: pd.DataFrame,
    folder: Path,
    params: Mapping[str, Any] | None = None,
) -> Figure:
    """Return the figure of a table, drawn from a file as in the workflow."""
    path = folder / "table.csv"
    table.to_csv(path, index=False)
    outputs = run({"table": path}, **(params or {}))
    assert set(outputs) == {"svg", "png"}
    assert outputs["svg"] is outputs["png"]
    assert isinstance(outputs["svg"], Figure)
    return outputs["svg"]


def written(figure: Figure) -> str:
    """Return everything the figure says."""
    return "\n".join(text.get_text() for text in figure.findobj(Text))


def require_legible(figure: Figure) -> None:
    """Fail where a text leaves the figure or touches another one."""
    figure.draw_without_rendering()
    undrawn = {
        id(tick.label1)
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]
        if not axes.axison
        or not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
    boxes = {
        text: Text.get_window_extent(text)
        for text in figure.findobj(Text)
        if isinstance(text, Text)
        and text.get_text()
        and text.get_visible()
        and id(text) not in undrawn
    }
    for text, box in boxes.items():
        assert box.x0 >= 0 and box.y0 >= 0, text
        assert box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1, text
    for (first, a), (second, b) in combinations(boxes.items(), 2):
        apart = a.x1 <= b.x0 or b.x1 <= a.x0 or a.y1 <= b.y0 or b.y1 <= a.y0
        assert apart, (first, second)
