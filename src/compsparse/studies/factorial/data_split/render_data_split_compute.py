"""Render step: held-out loss against compute by share of inputs seen (document 004, Figure 20)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses
from compsparse.studies.factorial.drawing.notation import parent_range

_PANELS_PER_ROW = 2


@fig.renders("parents", "seen_fraction", "run", "flops", "held_out_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    graphs = sorted(set(table["parents"]))
    rows = -(-len(graphs) // _PANELS_PER_ROW)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.9 + 1.6 * rows)
    columns = min(len(graphs), _PANELS_PER_ROW)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    fig.headline(figure, headline)
    bands, labels = [], []
    for axes, parents in zip(grid.flat, graphs, strict=False):
        cells = table[table["parents"] == parents]
        fractions = sorted(set(cells["seen_fraction"]))
        styles = {
            # that of a whole number of inputs is not round
            fraction: (f"γ = {round(fraction, 2):g}", color)
            for fraction, color in zip(fractions, fig.sequential(len(fractions)), strict=True)
        }
        curves = draw_losses(
            axes, cells, x="flops", y="held_out_loss", by="seen_fraction", styles=styles
        )
        axes.set_title(f"{parent_range([parents])} per output factor")
        bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
    for axes in grid[:, 0]:
        axes.set_ylabel("held-out loss (nats)")
    panels = list(grid.flat)
    for unused in panels[len(graphs) :]:
        unused.set_visible(False)
    for axes in panels[: len(graphs)][-columns:]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel("training compute (FLOP)")
    fig.footer(
        figure, f"γ: share of inputs seen. Same held-out inputs for all γ.\n{fig.band_note(bands)}"
    )
    return fig.settle(figure, *labels)
