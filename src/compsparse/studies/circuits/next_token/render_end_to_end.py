"""Render step: learning with the tokens between and without (document 000, 'Summary')."""

import pandas as pd

from compsparse.figures import api as fig

_CONTROLS = {"linear": (0.0, (2.0, 1.2)), "network": "-"}


@fig.renders("task", "bits", "model", "times", "run", "exact_match")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    bits = table.groupby("task", sort=False)["bits"].first()
    styles = {
        task: (f"{task},\n{bits[task]} bits", color)
        for task, (_, color) in fig.name_groups(bits.index, "{}").items()
    }
    figure = fig.new_figure(fig.COLUMN, 3.0)
    axes = figure.subplots()
    fig.headline(figure, headline)
    for model, linestyle in _CONTROLS.items():
        rows = table[table["model"] == model]
        controls = fig.draw_curves(
            axes,
            rows,
            x="times",
            y="exact_match",
            by="task",
            styles=styles,
            linestyle=linestyle,
            marker="o",
            markersize=3,
        )
    tokens = table[table["model"] == "tokens"].groupby("task")["exact_match"].mean()
    for task, (_, color) in styles.items():
        axes.plot([1], tokens[task], color=color, marker="*", markersize=9, linestyle="none")
    axes.set_xscale("log", base=2)
    fig.set_ticks(axes.xaxis, sorted(set(table["times"])))
    axes.set_ylim(-0.03, 1.08)
    fig.write(axes, "with tokens", 1, 1, color=fig.INK, shift=(9, -3))
    axes.set_xlabel("budget: times the predictor's examples × steps")
    axes.set_ylabel("fraction of new inputs all right")
    fig.footer(
        figure,
        f"{fig.band_note(controls.bands)}\n"
        "Star: linear next-token predictor. Lines, without tokens: network (solid),\n"
        "linear layer (dashed); chance of the one bit of a parity is 0.5.\n"
        "No input tested was learned from.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, controls.ends))
