"""Render step: errors of the selecting estimator and two others (document 004, Theorem 3)."""

from dataclasses import replace

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig

_TICKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_ROOM = 1.1
_DASHED = (0.0, (3.0, 1.5))
_ESTIMATORS = (
    ("histogram_distance", "ignored", fig.CATEGORIES[1], "-"),
    ("selected_distance", "searched", fig.CATEGORIES[0], "-"),
    ("informed_distance", "known", fig.INK, _DASHED),
)


@fig.renders(
    "run", "samples", "histogram_distance", "selected_distance", "informed_distance", "true_share"
)
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.1)
    distances, shares = fig.stacked_panels(figure, 2.6, 1.0)
    fig.headline(figure, "Searched factors end as good as known ones")
    drawn = [_line(distances, table, *estimator, log=True) for estimator in _ESTIMATORS]
    distances.set_title("Product of histograms, of factors searched or known")
    distances.set_xscale("log")
    distances.set_yscale("log")
    distances.set_yticks(_TICKS, [f"{tick:g}" for tick in _TICKS])
    distances.minorticks_off()
    distances.set_ylabel("total variation to the truth")
    share = _line(shares, table, "true_share", "", fig.INK, "-", log=False)
    shares.set_ylim(-0.04, 1.04)
    shares.set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
    shares.set_title("Share of searches that find true factors")
    shares.set_xlabel("samples")
    samples = sorted(set(table["samples"]))
    shares.set_xlim(samples[0], samples[-1])
    distances.set_ylim(*_around(drawn))
    fig.footer(figure, _note(table, [*(band for band, _ in drawn), share[0]]))
    return fig.settle(figure, fig.label_line_ends(distances, [end for _, end in drawn]))


def _line(
    axes: fig.Axes,
    table: pd.DataFrame,
    column: str,
    text: str,
    color: str,
    dashes: str | tuple[float, tuple[float, ...]],
    *,
    log: bool,
) -> tuple[fig.Band, fig.LineEnd]:
    samples, values = fig.replicate_curves(table, point="samples", value=column)
    band = fig.log_band(values, column) if log else _share_band(values)
    fig.draw_band(axes, samples, band, color=color, linestyle=dashes)
    return band, fig.LineEnd(float(samples[-1]), float(band.middle[-1]), text, color)


def _share_band(values: Float64[np.ndarray, "replicate point"]) -> fig.Band:
    band = fig.mean_band(values)
    # a t interval does not know that shares lie from 0 to 1
    return replace(band, low=np.clip(band.low, 0.0, 1.0), high=np.clip(band.high, 0.0, 1.0))


def _around(drawn: list[tuple[fig.Band, fig.LineEnd]]) -> tuple[float, float]:
    low = min(float(band.low.min()) for band, _ in drawn)
    high = max(float(band.high.max()) for band, _ in drawn)
    return low / _ROOM, high * _ROOM


def _note(table: pd.DataFrame, bands: list[fig.Band]) -> str:
    note = fig.band_note(bands).replace("seeds", "drawn tables").replace("seed", "drawn table")
    return note.replace("; line", ";\nline")
