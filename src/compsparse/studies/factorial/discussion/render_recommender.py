"""Render step: network against low-rank completion by observed pairs (document 004, Example 2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band
from compsparse.studies.factorial.drawing.notation import parent_range

_METHODS = (
    ("network", "network", fig.CATEGORIES[0]),
    ("completion", "low-rank\ncompletion", fig.CATEGORIES[1]),
)


@fig.renders("tables", "method", "parents", "samples", "run", "loss", "parameters")
def run(table: pd.DataFrame) -> fig.Figure:
    factored = table[table["tables"] == "factored"]
    shown = [
        (parent_range([int(parents)]), rows)
        for parents in sorted(set(factored["parents"]))
        for rows in [factored[factored["parents"] == parents]]
    ]
    shown.append(("shuffled", table[table["tables"] == "shuffled"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.4)
    panels = list(figure.subplots(1, len(shown), sharex=True, sharey=True, squeeze=False)[0])
    fig.headline(figure, "A network gains on low-rank completion as parents are added")
    bands: list[fig.Band] = []
    ends: list[fig.LineEnd] = []
    for axes, (title, rows) in zip(panels, shown, strict=True):
        ends = _draw_panel(axes, rows, bands)
        axes.set_title(title)
        axes.set_xlabel("observed pairs")
    panels[0].set_xscale("log")
    samples = sorted(set(table["samples"]))
    panels[0].set_xticks(samples, [f"{count:,}" for count in samples])
    panels[0].xaxis.set_minor_locator(fig.NullLocator())
    panels[0].set_yscale("log")
    panels[0].set_ylabel("loss (KL, nats)")
    panels[0].margins(x=0.12)
    sizes = " and ".join(f"{size:,}" for size in sorted(set(table["parameters"])))
    fig.footer(figure, f"Parameters: {sizes}. {fig.band_note(bands)}")
    return fig.settle(figure, fig.label_line_ends(panels[-1], ends))


def _draw_panel(axes: fig.Axes, rows: pd.DataFrame, bands: list[fig.Band]) -> list[fig.LineEnd]:
    ends = []
    for method, name, color in _METHODS:
        samples, losses = fig.replicate_curves(
            rows[rows["method"] == method], point="samples", value="loss"
        )
        band = loss_band(losses)
        bands.append(band)
        fig.draw_band(axes, samples, band, color=color)
        axes.plot(samples, band.middle, linestyle="none", marker="o", color=color)
        ends.append(fig.LineEnd(float(samples[-1]), float(band.middle[-1]), name, color))
    return ends
