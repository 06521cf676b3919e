"""Render step: accuracy of each hop by the layer that is frozen, at even and random attention."""

import pandas as pd

from compsparse.figures import api as fig

_TITLES = {
    "even": "frozen as it begins:\nnearly even attention",
    "random": "frozen at random\nattention",
}


@fig.renders("kind", "frozen", "run", "hops", "place", "accuracy", "chance", "rate")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Behind a layer that stays even, no layer learns")
    panels = figure.subplots(1, 2, sharey=True)
    hops = sorted(set(table["hops"]))
    layers = int(table["frozen"].max())
    bands, labels = [], []
    for axes, (kind, title) in zip(panels, _TITLES.items(), strict=True):
        # none frozen is drawn as the layer after the last, so that lines read from right to left
        rows = table[table["kind"] == kind]
        rows = rows.assign(at=rows["frozen"].where(rows["frozen"] > 0, layers + 1))
        ends = []
        for hop, color in zip(hops, fig.sequential(len(hops)), strict=True):
            at, values = fig.replicate_curves(
                rows[rows["hops"] == hop], point="at", value="accuracy"
            )
            bands.append(fig.mean_band(values))
            fig.draw_band(axes, at, bands[-1], color=color)
            axes.plot(at, bands[-1].middle, color=color, linestyle="none", marker="o")
            word = f"{hop} hop" if hop == 1 else f"{hop} hops"
            ends.append(fig.LineEnd(at[-1], float(bands[-1].middle[-1]), word, color))
        axes.axhline(float(rows["chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
        axes.set_ylim(-0.03, 1.05)
        axes.set_xticks(range(1, layers + 2), [*(str(of + 1) for of in range(layers)), "none"])
        axes.set_xlabel("frozen layer")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("share of right answers")
    fig.footer(
        figure,
        "Attention-only model on the mixture, all else equal. 2^l hops are read in layer l + 1;\n"
        "in a layer that stays even they are guesses, of few cells. Dashed: chance.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
