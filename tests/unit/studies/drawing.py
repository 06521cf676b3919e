"""Draw a table with a render step, and what every figure must have: type apart and inside."""

import json
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.text import Text

from compsparse.figures.rendering import Rendering
from tests.house_plan import ROOT
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
    inputs: dict[str, Any] = {"table": path}
    named = dict(params or {})
    if isinstance(run, Rendering) and run.has_headline:
        files, of_result = headline_inputs(run, folder, result=named.get("result"))
        inputs |= files
        named |= of_result
    outputs = run(inputs, **named)
    assert set(outputs) == {"svg", "png"}
    assert outputs["svg"] is outputs["png"]
    assert isinstance(outputs["svg"], Figure)
    return outputs["svg"]


def headline_inputs(
    run: Rendering,
    folder: Path,
    metrics: Mapping[str, Any] | None = None,
    result: str | None = None,
) -> tuple[dict[str, Path], dict[str, str]]:
    """Return the files and parameters that give a figure its headline, as in the workflow.

    Args:
        run: the step of a result.
        folder: for its metrics.
        metrics: that were measured; without any the figure asks.
        result: its full id, where the name of the step's module does not tell it.
    """
    _, _, study, *_, module = run.draw.__module__.split(".")
    result = result or f"{study}_{module.removeprefix('render_')}"
    measured = folder / f"{result}.metrics.json"
    measured.write_text(json.dumps({result: dict(metrics or {})}))
    files = {
        "metrics": measured,
        "claims": ROOT / f"workflow/claims/{study}.yaml",
        "headline": ROOT / f"workflow/headlines/{study}.yaml",
    }
    return files, {"result": result, "scale": "default"}


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
