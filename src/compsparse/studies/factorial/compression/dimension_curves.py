"""Final loss by embedding dimension, one line per task (document 004, Figures 4 and 19)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import notation
from compsparse.studies.factorial.drawing.complexity_styles import complexity_styles
from compsparse.studies.factorial.drawing.loss_band import loss_band

_COMPLEXITIES = ["approximation_complexity", "statistical_complexity"]
_TASK = [*_COMPLEXITIES, "input_factors", "output_factors", "parents"]
COLUMNS = (*_TASK, "embedding_dimension", "run", "loss")
LEARNED = 0.001  # nats; what the study's claims call learned

_DASH = 2.4  # line widths


@dataclass(frozen=True)
class _Task:
    """One line of the figure."""

    approximation_complexity: int
    statistical_complexity: int
    dimensions: Float64[np.ndarray, " dimension"]
    band: fig.Band

    @property
    def label(self) -> str:
        return (
            f"{notation.approximation(self.approximation_complexity)} · "
            f"{notation.statistical(self.statistical_complexity)}"
        )


def draw(table: pd.DataFrame, *, title: str, sufficient_loss: float) -> fig.Figure:
    """Draw the final loss of every task, and ``sufficient_loss`` (nats) as a grey line."""
    tasks = _tasks(table)
    colors = [color for color, _ in complexity_styles([t.statistical_complexity for t in tasks])]
    figure = fig.new_figure(fig.COLUMN, max(2.9, 1.4 + 0.13 * len(tasks)))
    axes = figure.subplots()
    fig.headline(figure, title)
    axes.set_title(_design(table))
    ends = [_draw_task(axes, task, color) for task, color in zip(tasks, colors, strict=True)]
    _draw_sufficient_widths(axes, [task.approximation_complexity for task in tasks], colors)
    axes.set_yscale("log")
    axes.margins(x=0.03)
    axes.xaxis.set_major_locator(fig.MaxNLocator(integer=True, steps=[1, 2, 4, 5, 10]))
    axes.set_xlabel("embedding dimension d")
    axes.set_ylabel("final loss (KL, nats)")
    axes.axhline(sufficient_loss, color=fig.GREY, linewidth=0.6)
    ends.append(
        fig.LineEnd(axes.get_xlim()[1], sufficient_loss, f"loss {sufficient_loss:g}", fig.GREY)
    )
    note = fig.band_note([task.band for task in tasks])
    fig.footer(figure, f"Dashed: d = AC of that color; open circles: d < AC.\n{note}")
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _tasks(table: pd.DataFrame) -> list[_Task]:
    tasks = []
    for _, rows in table.groupby(_TASK):
        dimensions, losses = fig.replicate_curves(rows, point="embedding_dimension", value="loss")
        approximable, learnable = (int(rows[name].iloc[0]) for name in _COMPLEXITIES)
        tasks.append(_Task(approximable, learnable, dimensions, loss_band(losses)))
    return tasks


def _design(table: pd.DataFrame) -> str:
    inputs = notation.typeset_all(table["input_factors"])
    outputs = notation.typeset_all(table["output_factors"])
    return f"inputs {inputs}; outputs {outputs}; {notation.parent_range(table['parents'])} each"


def _draw_task(axes: fig.Axes, task: _Task, color: str) -> fig.LineEnd:
    dimensions, losses = task.dimensions, task.band.middle
    fig.draw_band(axes, dimensions, task.band, color=color)
    sufficient = dimensions >= task.approximation_complexity
    for shown, face in ((~sufficient, "white"), (sufficient, color)):
        axes.plot(
            dimensions[shown],
            losses[shown],
            linestyle="none",
            marker="o",
            markerfacecolor=face,
            markeredgecolor=color,
            markeredgewidth=0.8,
        )
    return fig.LineEnd(float(dimensions[-1]), float(losses[-1]), task.label, color)


def _draw_sufficient_widths(axes: fig.Axes, widths: Sequence[int], colors: Sequence[str]) -> None:
    for index, (width, color) in enumerate(zip(widths, colors, strict=True)):
        # tasks of one width share the place: their dashes alternate
        sharing, before = widths.count(width), widths[:index].count(width)
        axes.axvline(
            width,
            color=color,
            linewidth=0.9,
            alpha=0.75,
            linestyle=(2 * _DASH * before, (_DASH, _DASH * (2 * sharing - 1))),
            dash_capstyle="butt",
            zorder=1.5,
        )
