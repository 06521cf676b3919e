"""Render step: error against weights, few examples beside fresh ones, a line for each depth."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("data", "network", "size", "run", "error")
def run(table: pd.DataFrame, variables: int) -> fig.Figure:
    """``variables`` are named."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Depth alone pays where data do not run out; the wiring pays in both")
    panels = figure.subplots(1, 2, sharey=True)
    depths = sorted(of for of in set(table["network"]) if of != "tree")
    colors = dict(zip(depths, fig.sequential(len(depths)), strict=True))
    colors["tree"] = fig.CATEGORIES[1]
    titles = {"examples": "few examples", "fresh": "fresh examples in every step"}
    labels, bands = [], []
    for axes, (kind, title) in zip(panels, titles.items(), strict=True):
        ends = []
        for name, color in colors.items():
            of = table[(table["data"] == kind) & (table["network"] == name)]
            places, values = fig.replicate_curves(of, point="size", value="error")
            bands.append(fig.log_band(values, "error"))
            fig.draw_band(axes, places, bands[-1], color=color)
            hidden = name.removeprefix("dense_")
            layers = f"{hidden} hidden layer" + ("" if hidden == "1" else "s")
            text = "tree network" if name == "tree" else layers
            ends.append(fig.LineEnd(places[-1], float(bands[-1].middle[-1]), text, color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("weights")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("error over variance")
    fig.footer(
        figure,
        f"Target: a tree of {variables} variables. Dense networks are as large as the tree\n"
        f"network; all see equally many examples a step. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
