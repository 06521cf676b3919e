"""Render step: decision trees that learn automata (listed in document 000, NeurIPS 2024)."""

import pandas as pd

from compsparse.figures import api as fig

_KINDS = {"permutations": "automata that never forget", "maps": "random automata"}


@fig.renders("kind", "states", "symbols", "run", "strings", "accuracy", "end_accuracy")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, training_length: int, test_length: int
) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.8)
    fig.headline(figure, headline)
    table = table.assign(pairs=table["states"] * table["symbols"])
    bands, labels = [], []
    panels = fig.stacked_panels(figure, 1.0, 1.0)
    for axes, (kind, title) in zip(panels, _KINDS.items(), strict=True):
        rows = table[table["kind"] == kind]
        sizes = rows.groupby("pairs")["states"].first()
        named = zip(sizes.items(), fig.sequential(len(sizes)), strict=True)
        styles = {pairs: (f"{states} states", color) for (pairs, states), color in named}
        for value, linestyle in (("end_accuracy", (0.0, (2.0, 1.2))), ("accuracy", "-")):
            curves = fig.draw_curves(
                axes, rows, x="strings", y=value, by="pairs", styles=styles, linestyle=linestyle
            )
            bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
        axes.set_xscale("log")
        axes.set_ylim(0.0, 1.04)
        axes.set(title=title, ylabel="correct last states")
    words = "dashed: shown whole strings"
    fig.write(panels[0], words, 0.98, 0.31, frame="axes", ha="right")
    panels[-1].set_xlabel("training strings")
    fig.footer(
        figure,
        f"Solid: tree of single steps, strings of {test_length}. Dashed: tree of raw strings, "
        f"of {training_length}.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
