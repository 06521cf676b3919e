"""Render step: accuracy of every hop against the number of layers, a panel for each task."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("folds", "symbols", "layers", "needed", "run", "hops", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    tasks = sorted(set(zip(table["folds"], table["symbols"], strict=True)))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, "Each layer more doubles the hops that are learned")
    panels = figure.subplots(1, len(tasks), squeeze=False, sharey=True)[0]
    bands, labels = [], []
    for axes, (k, n) in zip(panels, tasks, strict=True):
        rows = table[(table["folds"] == k) & (table["symbols"] == n)]
        hops = sorted(set(rows["hops"]))
        ends = []
        for hop, color in zip(hops, fig.sequential(len(hops)), strict=True):
            of_hop = rows[rows["hops"] == hop]
            layers, values = fig.replicate_curves(of_hop, point="layers", value="accuracy")
            bands.append(fig.mean_band(values))
            fig.draw_band(axes, layers, bands[-1], color=color)
            axes.plot(layers, bands[-1].middle, color=color, linestyle="none", marker="o")
            word = f"{hop} hop" if hop == 1 else f"{hop} hops"
            ends.append(fig.LineEnd(layers[-1], float(bands[-1].middle[-1]), word, color))
        axes.axhline(1 / n, color=fig.GREY, linewidth=0.8, dashes=(4, 2))
        axes.set_xticks(range(1, int(rows["needed"].iloc[0]) + 1))
        axes.set_ylim(-0.03, 1.05)
        axes.set_xlabel("layers")
        axes.set_title(f"k = {k}, N = {n}: log₂ k + 1 = {int(rows['needed'].iloc[0])}")
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("share of right answers")
    fig.footer(
        figure,
        "The attention-only model on the mixture: an ablation of this architecture, no\n"
        f"proof; dashed: chance. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
