"""Render step: accuracy of each hop against updates, a row of panels for each task."""

import pandas as pd

from compsparse.figures import api as fig

_TITLES = {"mixture": "all hops together", "hard_only": "the longest hop alone"}


@fig.renders("task", "data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    tasks = list(table["task"].unique())
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.1 + 1.7 * len(tasks))
    fig.headline(figure, "Permutations of one's own: easy hops teach the hard one")
    grid = figure.subplots(len(tasks), 2, sharex=True, sharey=True, squeeze=False)
    bands, labels = [], []
    for row, task in zip(grid, tasks, strict=True):
        for axes, (data, title) in zip(row, _TITLES.items(), strict=True):
            rows = table[(table["data"] == data) & (table["task"] == task)]
            hops = sorted(set(rows["hops"]))
            ends = []
            for hop, color in zip(hops, fig.sequential(len(hops)), strict=True):
                of_hop = rows[(rows["hops"] == hop) & (rows["step"] > 0)]
                steps, values = fig.replicate_curves(of_hop, point="step", value="accuracy")
                bands.append(fig.mean_band(values))
                fig.draw_band(axes, steps, bands[-1], color=color)
                word = f"{hop} hop" if hop == 1 else f"{hop} hops"
                ends.append(fig.LineEnd(steps[-1], float(bands[-1].middle[-1]), word, color))
            chance = float(rows["chance"].iloc[0])
            axes.axhline(chance, color=fig.GREY, linewidth=0.8, dashes=(4, 2))
            axes.set_xscale("log")
            axes.set_ylim(-0.03, 1.05)
            axes.set_title(f"{task.replace('_', ' ')}: {title}")
            labels.append(fig.label_line_ends(axes, ends))
        row[0].set_ylabel("right answers")
    for axes in grid[-1]:
        axes.set_xlabel("updates")
    fig.footer(
        figure,
        "Attention-only model; hidden permutations of params.yaml, the same in all runs.\n"
        f"Dashed: chance. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
