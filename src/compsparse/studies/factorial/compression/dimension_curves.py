"""Final loss by embedding dimension, one line per task (document 004, Figures 4 and 19)."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing import notation
from compsparse.studies.factorial.drawing.losses import draw_losses, mark_loss, one_panel

_COMPLEXITIES = ["approximation_complexity", "statistical_complexity"]
_TASK = [*_COMPLEXITIES, "input_factors", "output_factors", "parents"]
COLUMNS = (*_TASK, "embedding_dimension", "run", "loss")

_LEARNED = 0.001  # nats; what the study's claims call learned
_DASH = 2.4  # line widths


def draw(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Draw the final loss of every task, and a grey line where it counts as learned."""
    table = table.assign(task=table.groupby(_TASK).ngroup())
    tasks = table.groupby("task")[_COMPLEXITIES].first()
    widths, complexities = (tasks[name].tolist() for name in _COMPLEXITIES)
    shades = fig.name_groups(sorted(set(complexities)), ordered=True)
    styles = {
        task: (f"AC {width:,} · SC {complexity:,}", shades[complexity][1])
        for task, width, complexity in zip(tasks.index, widths, complexities, strict=True)
    }
    figure, axes = one_panel(headline, max(2.9, 1.4 + 0.13 * len(tasks)))
    axes.set_title(_design(table))
    curves = draw_losses(
        axes, table, x="embedding_dimension", by="task", styles=styles, xscale="linear"
    )
    for (task, (_, color)), band, width in zip(styles.items(), curves.bands, widths, strict=True):
        dimensions = sorted(set(table["embedding_dimension"][table["task"] == task]))
        dots = pd.DataFrame({"d": dimensions, "loss": band.middle})
        hollow = (dots["d"] < width).to_numpy()
        fig.draw_dots(axes, dots, x="d", y="loss", color=color, hollow=hollow, mew=0.8)
    _draw_sufficient_widths(axes, widths, [color for _, color in styles.values()])
    axes.margins(x=0.03)
    axes.xaxis.set_major_locator(fig.MaxNLocator(integer=True, steps=[1, 2, 4, 5, 10]))
    axes.set(xlabel="embedding dimension d", ylabel="final loss (KL, nats)")
    mark_loss(axes, curves, _LEARNED, f"loss {_LEARNED:g}")
    note = fig.band_note(curves.bands)
    fig.footer(figure, f"Dashed: d = AC of that color; open circles: d < AC.\n{note}")
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))


def _design(table: pd.DataFrame) -> str:
    inputs = notation.typeset_all(table["input_factors"])
    outputs = notation.typeset_all(table["output_factors"])
    return f"inputs {inputs}; outputs {outputs}; {notation.parent_range(table['parents'])} each"


def _draw_sufficient_widths(axes: fig.Axes, widths: list[int], colors: list[str]) -> None:
    for index, (width, color) in enumerate(zip(widths, colors, strict=True)):
        # tasks of one width share the place: their dashes alternate
        sharing, before = widths.count(width), widths[:index].count(width)
        dashes = (2 * _DASH * before, (_DASH, _DASH * (2 * sharing - 1)))
        style: dict[str, Any] = {
            "linewidth": 0.9,
            "alpha": 0.75,
            "dash_capstyle": "butt",
            "zorder": 1.5,
        }
        axes.axvline(width, color=color, linestyle=dashes, **style)
