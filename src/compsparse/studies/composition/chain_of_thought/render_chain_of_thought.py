"""Render step: accuracy against the labels that were used, with labels of the steps or without."""

import pandas as pd

from compsparse.figures import api as fig

_WORDS = {
    "chain": "k steps,\nall labelled",
    "unlabelled_chain": "k steps, the\nanswer labelled",
    "answer_only_more": "one step, the\nanswer labelled",
}


@fig.renders("kind", "rate", "run", "labels", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.0)
    fig.headline(figure, "Labelled steps are learned at once")
    axes = figure.subplots()
    light, middle, dark = fig.sequential(3)
    colors = {"chain": dark, "unlabelled_chain": middle, "answer_only_more": light}
    ends, bands, rates = [], [], []
    for kind, word in _WORDS.items():
        rows = table[(table["kind"] == kind) & (table["labels"] > 0)]
        labels, values = fig.replicate_curves(rows, point="labels", value="accuracy")
        bands.append(fig.mean_band(values))
        fig.draw_band(axes, labels, bands[-1], color=colors[kind])
        end = float(bands[-1].middle[-1])
        ends.append(fig.LineEnd(labels[-1], end, word, colors[kind]))
        rates.append(f"{rows['rate'].iloc[0]:g}")
    axes.axhline(float(table["chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
    axes.set_xscale("log")
    axes.set_ylim(-0.03, 1.05)
    axes.set_xlabel("labels used")
    axes.set_ylabel("accuracy")
    fig.footer(
        figure,
        "Each sequence asks one question, k hops from (1, x). Answers are\n"
        "generated without help; dashed: chance. k steps take one layer,\n"
        f"one step log₂ k + 1. Rates chosen on validation: {', '.join(rates)}.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
