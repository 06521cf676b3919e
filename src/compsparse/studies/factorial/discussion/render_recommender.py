"""Render step: network against low-rank completion by observed pairs (document 004, Example 2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses
from compsparse.studies.factorial.drawing.notation import parent_range

_METHODS = {
    "network": ("network", fig.CATEGORIES[0]),
    "completion": ("low-rank\ncompletion", fig.CATEGORIES[1]),
}


@fig.renders("tables", "method", "parents", "samples", "run", "loss", "parameters")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    factored = table[table["tables"] == "factored"]
    shown = {
        parent_range([n]): factored[factored["parents"] == n]
        for n in sorted(set(factored["parents"]))
    }
    shown["shuffled"] = table[table["tables"] == "shuffled"]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.4)
    panels = list(figure.subplots(1, len(shown), sharex=True, sharey=True, squeeze=False)[0])
    fig.headline(figure, headline)
    bands = []
    for axes, (title, rows) in zip(panels, shown.items(), strict=True):
        curves = draw_losses(axes, rows, x="samples", by="method", styles=_METHODS, marker="o")
        bands += curves.bands
        axes.set(title=title, xlabel="observed pairs")
    fig.set_ticks(panels[0].xaxis, sorted(set(table["samples"])), "{:,}")
    panels[0].set_ylabel("loss (KL, nats)")
    panels[0].margins(x=0.12)
    sizes = " and ".join(f"{size:,}" for size in sorted(set(table["parameters"])))
    fig.footer(figure, f"Parameters: {sizes}. {fig.band_note(bands)}")
    return fig.settle(figure, fig.label_line_ends(panels[-1], curves.ends))
