"""The pictures of one joint network along n, the targets, and those of single networks."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import display_name
from compsparse.studies.regime.panels import show_picture
from compsparse.studies.regime.several_images.evaluate_several_images import (
    JOINT,
    NETWORKS,
    SINGLE,
    TARGET,
)
from compsparse.studies.regime.targets.colour_lines import from_lines

_NAMES = {TARGET: "target", SINGLE: "network\nof its own", JOINT: "one network\nfor all"}


@fig.renders("network", "run", "n", "target", "error", "line", "colours")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    shown = table[table["colours"].notna()]
    values = sorted(shown["n"].unique().tolist())
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.7 * len(NETWORKS) + 1.0)
    panels = figure.subplots(len(NETWORKS), len(values), squeeze=False)
    fig.headline(figure, headline)
    for network, row in zip(NETWORKS, panels, strict=True):
        row[0].set_ylabel(_NAMES[network], rotation=0, ha="right", va="center")
        for n, axes in zip(values, row, strict=True):
            rows = shown[(shown["network"] == network) & (shown["n"] == n)].sort_values("line")
            show_picture(axes, from_lines(rows["colours"]) if len(rows) else None)
            if not len(rows):
                axes.set_facecolor("none")
                continue
            error = table[(table["network"] == network) & (table["n"] == n)]["error"]
            if network == TARGET:
                axes.set_title(display_name(str(rows["target"].iloc[0])))
            elif error.notna().any():
                mean = error.groupby(table["run"]).first().mean()
                axes.set_xlabel(f"{mean:.4f}", fontsize=fig.SMALL_TEXT_SIZE, color=fig.INK)
    for n, axes in zip(values, panels[-1], strict=True):
        label = axes.get_xlabel()
        said = f"n = {fig.in_type(n, '.2g')}"
        axes.set_xlabel(f"{label}\n{said}" if label else f"\n{said}", fontsize=fig.SMALL_TEXT_SIZE)
    fig.footer(
        figure,
        f"Pictures of the first of {table['run'].nunique()} seeds. Numbers: mean squared error, "
        "mean over seeds.\nAll networks have the same shape and steps, and as many pixels of a "
        "picture a step.\nAn input n tells the network for all what to paint.",
    )
    return fig.settle(figure)
