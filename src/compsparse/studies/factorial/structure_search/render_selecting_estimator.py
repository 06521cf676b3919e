"""Render step: errors of the selecting estimator and two others (document 004, Theorem 3)."""

from dataclasses import replace

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses

_TICKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_ROOM = 1.1
_STYLES = {
    "histogram_distance": ("ignored", fig.CATEGORIES[1]),
    "selected_distance": ("searched", fig.CATEGORIES[0]),
    "informed_distance": ("known", fig.INK),
}


@fig.renders("run", "samples", *_STYLES, "true_share")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.1)
    distances, shares = fig.stacked_panels(figure, 2.6, 1.0)
    fig.headline(figure, headline)
    long = table.melt(["run", "samples"], list(_STYLES), "estimator", "distance")
    curves = draw_losses(
        distances,
        long,
        x="samples",
        y="distance",
        by="estimator",
        styles=_STYLES,
        dashed=["informed_distance"],
    )
    fig.set_ticks(distances.yaxis, _TICKS)
    low = min(float(band.low.min()) for band in curves.bands)
    high = max(float(band.high.max()) for band in curves.bands)
    distances.set(ylabel="total variation to the truth", ylim=(low / _ROOM, high * _ROOM))
    distances.set_title("Product of histograms, of factors searched or known")
    samples, values = fig.replicate_curves(table, point="samples", value="true_share")
    share = fig.mean_band(values)
    # a t interval does not know that shares lie from 0 to 1
    share = replace(share, low=share.low.clip(0.0, 1.0), high=share.high.clip(0.0, 1.0))
    fig.draw_band(shares, samples, share, color=fig.INK)
    shares.set(ylim=(-0.04, 1.04), xlim=(samples[0], samples[-1]))
    fig.set_ticks(shares.yaxis, (0.0, 0.5, 1.0))
    shares.set(title="Share of searches that find true factors", xlabel="samples")
    note = fig.band_note([*curves.bands, share])
    note = note.replace("seeds", "drawn tables").replace("seed", "drawn table")
    fig.footer(figure, note.replace("; line", ";\nline"))
    return fig.settle(figure, fig.label_line_ends(distances, curves.ends))
