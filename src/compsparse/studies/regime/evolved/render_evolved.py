"""Render step: what survives of Picbreeder's pictures, by kind of network, and how many paint."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.measured import NAMES, of_round
from compsparse.studies.regime.measures.render_kinds import COLORS, OPTIMIZERS, draw_row


@fig.renders("target", "depth", "kind", "run", "stage", "survival", "paints")
def run(table: pd.DataFrame) -> fig.Figure:
    """A panel for each picture, a row for each kind and depth, after the first round."""
    pruned = table[table["kind"] != "dense"]
    last = pruned.loc[pruned["stage"] == pruned["stage"].max(), "paints"].mean()
    table = of_round(table, 1)
    pictures = list(table.groupby("target", sort=False))
    most = max(len(rows.groupby(["depth", "kind"])) for _, rows in pictures)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.4 + 0.2 * most)
    fig.headline(figure, "What survives of Picbreeder's pictures?")
    panels = figure.subplots(1, len(pictures), squeeze=False)[0]
    for axes, (target, networks) in zip(panels, pictures, strict=True):
        compared = networks["depth"].mode()[0]  # where all kinds are
        groups = [group for _, group in networks.groupby(["depth", "kind"], sort=False)]
        groups.sort(key=lambda rows: bool((rows["depth"] != compared).all()))
        words = {}
        for place, rows in enumerate(groups):
            depth, kind = rows[["depth", "kind"]].iloc[0]
            words[place] = NAMES[kind] if kind in NAMES else f"SP, {OPTIMIZERS[kind]}"
            words[place] += "" if depth == compared else f", {depth} layers"
            draw_row(axes, rows, "survival", place, COLORS.get(kind, fig.GREY))
            counted = f"{rows['paints'].sum():.0f} of {len(rows)}"
            fig.write(axes, counted, 1.04, place, frame="y data", va="center")
        fig.set_ticks(axes.yaxis, words)
        fig.set_ticks(axes.xaxis, [0, 0.5, 1])
        axes.set(title=f"{target}, {compared} layers", xlabel="share of sweeps that survive")
        axes.set(xlim=(-0.05, 1.05), ylim=(len(groups) - 0.4, -0.6))
    fig.footer(
        figure,
        "After the first round. A dot for each network, hollow where it does not paint; tick: mean."
        "\nOn the right: how many paint. "
        f"After the last round {last:.0%} of all pruned networks paint.",
    )
    return fig.settle(figure)
