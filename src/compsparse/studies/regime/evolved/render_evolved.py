"""Render step: what survives of Picbreeder's pictures, by kind of network."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.measured import NAMES, of_round
from compsparse.studies.regime.measures.render_kinds import COLORS, draw_row


@fig.renders("target", "depth", "kind", "run", "stage", "survival", "paints")
def run(table: pd.DataFrame) -> fig.Figure:
    """A panel for each picture, a row for each kind and depth, after the first round."""
    pruned = table[table["kind"] != "dense"]
    last = pruned.loc[pruned["stage"] == pruned["stage"].max(), "paints"].mean()
    table = of_round(table, 1)
    targets = list(dict.fromkeys(table["target"]))
    labels = table["kind"].map(lambda kind: NAMES.get(kind, kind.replace("_", " ")))
    table = table.assign(label=labels + ", " + table["depth"].astype(str) + " layers")
    most = max(table[table["target"] == target]["label"].nunique() for target in targets)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.4 + 0.2 * most)
    fig.headline(figure, "What survives of Picbreeder's pictures?")
    panels = figure.subplots(1, len(targets), squeeze=False)[0]
    for axes, target in zip(panels, targets, strict=True):
        chosen = table[table["target"] == target]
        rows = list(dict.fromkeys(chosen["label"]))[::-1]
        for place, label in enumerate(rows):
            dots = chosen[chosen["label"] == label]
            draw_row(axes, dots, "survival", place, COLORS.get(dots["kind"].iloc[0], fig.GREY))
        fig.set_ticks(axes.yaxis, dict(enumerate(rows)))
        axes.set(title=target, xlabel="share of sweeps\nthat survive")
        axes.set_ylim(-0.6, len(rows) - 0.4)
    fig.footer(
        figure,
        f"After the first round; a dot for each of {table['run'].nunique()} networks, hollow where "
        f"it does not paint; tick: mean.\nAfter the last round {last:.0%} of all pruned paint.",
    )
    return fig.settle(figure)
