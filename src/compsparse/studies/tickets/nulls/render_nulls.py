"""Render step: kept weights of other students, and of labels that teach nothing."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


@fig.renders("student", "width", "run", "kept", "prunable")
def run(table: pd.DataFrame, *, headline: fig.Headline, edges: int, penalty: float) -> fig.Figure:
    """``edges`` are the teacher's; ``penalty`` is that of the student another_penalty."""
    figure = fig.new_figure(fig.COLUMN, 2.8)
    fig.headline(figure, headline)
    axes = figure.subplots()
    widths = table[~table["student"].isin({"another_penalty", "shuffled_labels"})]
    ordered = widths.drop_duplicates("student").sort_values("width")
    words = {
        **{row.student: f"{row.width} units" for row in ordered.itertuples()},
        "another_penalty": f"L1 of {penalty:g}" if penalty else "no penalty",
        "shuffled_labels": "labels shuffled",
    }
    names = list(words)[::-1]
    for tick, name in enumerate(names):
        rows = table[table["student"] == name].assign(tick=tick)
        color = fig.CATEGORIES[1] if name == "shuffled_labels" else fig.CATEGORIES[0]
        axes.hlines(tick, rows["kept"].min(), rows["kept"].max(), color=color, linewidth=1)
        hollow = ~rows["prunable"].to_numpy(dtype=np.bool_)
        fig.draw_dots(axes, rows, x="kept", y="tick", color=color, hollow=hollow)
    axes.axvline(edges, color=fig.INK, linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yticks(range(len(names)), [words[name] for name in names])
    axes.set_xlabel("weights kept; line: teacher's edges")
    fig.footer(
        figure,
        f"Dots: {table['run'].nunique()} runs; hollow: not prunable, a lower\nlimit. "
        "Shuffled labels: scored on training examples.",
    )
    return fig.settle(figure)
