"""Render step: examples until a program is learned, by its gates (document 000, Theorem 4)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token.figure_names import shown

_REFERENCES = ((1, "as s", (0.0, (3.0, 1.5))), (2, "as s²", (0.0, (1.0, 1.5))))


@fig.renders("task", "gates", "run", "learned", "samples", "wide")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Examples needed grow as s to s², by task")
    bands, ends = [], []
    tasks = list(table.groupby("task"))
    for (task, rows), color in zip(tasks, fig.CATEGORIES[: len(tasks)], strict=True):
        gates, samples = fig.replicate_curves(rows, point="gates", value="samples")
        bands.append(fig.log_band(samples, "samples"))
        middle = bands[-1].middle
        fig.draw_band(axes, gates, bands[-1], color=color)
        wide = rows.groupby("gates")["wide"].min().to_numpy(dtype=bool)
        for marked, face in ((wide, color), (~wide, "white")):
            if marked.any():
                axes.plot(
                    gates[marked],
                    middle[marked],
                    linestyle="none",
                    marker="o",
                    color=color,
                    markerfacecolor=face,
                )
        text = shown(str(task))
        if len(gates) > 1 and rows["learned"].all():
            text += f" {fig.in_type(stats.log_log_slope(gates, middle), '.2f')}"
        ends.append(fig.LineEnd(float(gates[-1]), float(middle[-1]), text, color))
    low, high = float(table["gates"].min()), float(table["gates"].max())
    start = 0.6 * float(table["samples"].min())
    for exponent, text, dashes in _REFERENCES:
        top = start * (high / low) ** exponent
        axes.plot([low, high], [start, top], color=fig.GREY, linestyle=dashes, linewidth=0.9)
        ends.append(fig.LineEnd(high, top, text, fig.GREY))
    axes.set_xscale("log")
    # the axis covers less than two powers of ten, whose minor tick labels would overlap
    ticks = [gates for power in range(20) if low <= (gates := 2**power) <= high]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_yscale("log")
    axes.set_xlabel("gates s, tokens that are predicted")
    axes.set_ylabel("N*, examples until 99 % right")
    missed = int((table["learned"] == 0).sum())
    fig.footer(
        figure,
        f"Linear next-token predictor, outputs generated token by token.\n{fig.band_note(bands)}\n"
        f"Numbers: slopes. Not learned (drawn at the most tried): {missed} of {len(table)} runs.\n"
        "Hollow: fewer than 16 inputs for each example.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
