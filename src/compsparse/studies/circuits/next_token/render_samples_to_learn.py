"""Render step: examples until a program is learned, by its gates (document 000, Theorem 4)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token.tasks import task_name
from compsparse.studies.circuits.slopes import slopes_by_run

_REFERENCES = ((1, "as s", (0.0, (3.0, 1.5))), (2, "as s²", (0.0, (1.0, 1.5))))


@fig.renders("task", "gates", "run", "learned", "samples", "wide")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, headline)
    styles = {
        task: (_words(task, table[table["task"] == task]), color)
        for task, (_, color) in fig.name_groups(sorted(table["task"].unique()), "{}").items()
    }
    curves = fig.draw_curves(
        axes, table, x="gates", y="samples", by="task", styles=styles, geometric=True
    )
    logs = table.assign(samples=np.log(table["samples"])).groupby(["task", "gates"])
    points = logs.agg({"samples": "mean", "wide": "min"}).reset_index()
    points["samples"] = np.exp(points["samples"])
    for task, (_, color) in styles.items():
        rows = points[points["task"] == task]
        narrow = (rows["wide"] == 0).to_numpy()
        fig.draw_dots(
            axes, rows, x="gates", y="samples", color=color, markersize=3.5, hollow=narrow
        )
    low, high = float(table["gates"].min()), float(table["gates"].max())
    start = 0.6 * float(table["samples"].min())
    ends = [*curves.ends]
    for exponent, text, dashes in _REFERENCES:
        top = start * (high / low) ** exponent
        axes.plot([low, high], [start, top], color=fig.GREY, linestyle=dashes, linewidth=0.9)
        ends.append(fig.LineEnd(high, top, text, fig.GREY))
    axes.set_xscale("log")
    # the axis covers less than two powers of ten, whose minor tick labels would overlap
    fig.set_ticks(axes.xaxis, [2**power for power in range(20) if low <= 2**power <= high])
    axes.set_yscale("log")
    axes.set_xlabel("gates s, tokens that are predicted")
    axes.set_ylabel("N*, examples until 99 % right")
    missed = int((table["learned"] == 0).sum())
    fig.footer(
        figure,
        "Linear next-token predictor, outputs generated token by token.\n"
        f"{fig.band_note(curves.bands)}\n"
        f"Numbers: slopes. Not learned (drawn at the most tried): {missed} of {len(table)} runs.\n"
        "Hollow: fewer than 16 inputs for each example.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _words(task: str, rows: pd.DataFrame) -> str:
    """Return the name of a task, with its slope where all runs of several sizes learned it."""
    if rows["gates"].nunique() == 1 or not rows["learned"].all():
        return task_name(task)
    slope = slopes_by_run(rows, stats.log_log_slope, "gates", "samples").mean()
    return f"{task_name(task)} {fig.in_type(slope, '.2f')}"
