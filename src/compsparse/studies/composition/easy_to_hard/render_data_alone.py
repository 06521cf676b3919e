"""Render step: accuracy of each hop against updates, a panel for each kind of data."""

import pandas as pd

from compsparse.figures import api as fig

_TITLES = {
    "mixture": "all hops together",
    "hard_only": "the longest hop alone",
    "curriculum": "one hop after the other,\nits layer alone trained",
    "strict": "one hop after the other,\nall layers trained",
}


@fig.renders("data", "rate", "run", "hops", "step", "accuracy", "chance")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.0)
    fig.headline(figure, "Hard examples alone teach nothing, easy ones help")
    panels = figure.subplots(2, 2, sharex=True, sharey=True).flat
    hops = sorted(set(table["hops"]))
    colors = fig.sequential(len(hops))
    bands, rates, labels = [], [], []
    for axes, (data, title) in zip(panels, _TITLES.items(), strict=True):
        rows = table[table["data"] == data]
        ends = []
        for hop, color in zip(hops, colors, strict=True):
            of_hop = rows[(rows["hops"] == hop) & (rows["step"] > 0)]
            steps, values = fig.replicate_curves(of_hop, point="step", value="accuracy")
            bands.append(fig.mean_band(values))
            fig.draw_band(axes, steps, bands[-1], color=color)
            word = f"{hop} hop" if hop == 1 else f"{hop} hops"
            ends.append(fig.LineEnd(steps[-1], float(bands[-1].middle[-1]), word, color))
        axes.axhline(float(rows["chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
        axes.set_xscale("log")
        axes.set_ylim(-0.03, 1.05)
        axes.set_title(title)
        rates.append(f"{rows['rate'].iloc[0]:g}")
        labels.append(fig.label_line_ends(axes, ends))
    for axes in figure.axes[2:]:
        axes.set_xlabel("updates")
    for axes in figure.axes[::2]:
        axes.set_ylabel("share of right answers")
    fig.footer(
        figure,
        "Attention-only model, 2^l hops read in layer l + 1; dashed: chance. All data get\n"
        f"the same rates, steps and sequences; chosen on validation: {', '.join(rates)}.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
