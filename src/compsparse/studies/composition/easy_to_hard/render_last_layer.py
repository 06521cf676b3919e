"""Render step: accuracy of each hop of a transformer against updates, with easy data or none."""

import pandas as pd

from compsparse.figures import api as fig

_TITLES = {"mixture": "1, 2 and 4 hops together", "hard_only": "the longest hop alone"}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, "Easy hops teach a transformer the hard one")
    panels = figure.subplots(1, 2, sharey=True)
    hops = sorted(set(table["hops"]))
    labels, notes = [], []
    for axes, (data, title) in zip(panels, _TITLES.items(), strict=True):
        rows = table[table["data"] == data]
        ends = []
        for hop, color in zip(hops, fig.sequential(len(hops)), strict=True):
            of_hop = rows[rows["hops"] == hop]
            steps, values = fig.replicate_curves(of_hop, point="step", value="accuracy")
            for values_of_run in values:
                axes.plot(steps, values_of_run, color=color, linewidth=0.5, alpha=0.6)
            mean = values.mean(axis=0)
            axes.plot(steps, mean, color=color, linewidth=1.8)
            word = f"{hop} hop" if hop == 1 else f"{hop} hops"
            ends.append(fig.LineEnd(steps[-1], float(mean[-1]), word, color))
        axes.axhline(float(rows["chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
        axes.set_ylim(-0.03, 1.05)
        axes.set_xlabel("updates")
        axes.set_title(title)
        notes.append(f"{rows['rate'].iloc[0]:g}")
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("share of right answers")
    fig.footer(
        figure,
        f"Thick: mean; thin: each of {len(set(table['run']))} runs, with permutations and first "
        "weights of its own. Dashed: chance.\nAll hops are read in the last layer. Rates chosen on "
        f"validation among equally many: {', '.join(notes)}.",
    )
    return fig.settle(figure, *labels)
