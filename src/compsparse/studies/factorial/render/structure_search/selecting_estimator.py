"""Render step: error of the estimator that searches the factorization, against two others.

Document 004, Theorem 3 (Section 3.2).
"""

from dataclasses import replace

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, log_band, mean_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, INK, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = (
    "run",
    "samples",
    "histogram_distance",
    "selected_distance",
    "informed_distance",
    "true_share",
)

_TICKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_ROOM = 1.1
_DASHED = (0.0, (3.0, 1.5))
_ESTIMATORS = (
    ("histogram_distance", "ignored", CATEGORIES[1], "-"),
    ("selected_distance", "searched", CATEGORIES[0], "-"),
    ("informed_distance", "known", INK, _DASHED),
)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_selecting_estimator``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or a distance is not positive.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 3.1)
        distances, shares = stacked_panels(figure, 2.6, 1.0)
        headline(figure, "Error with factors ignored, searched, known")
        drawn = [_line(distances, table, *estimator, log=True) for estimator in _ESTIMATORS]
        distances.set_title("Product of histograms, of factors searched or known")
        distances.set_xscale("log")
        distances.set_yscale("log")
        distances.set_yticks(_TICKS, [f"{tick:g}" for tick in _TICKS])
        distances.minorticks_off()
        distances.set_ylabel("total variation to the truth")
        share = _line(shares, table, "true_share", "", INK, "-", log=False)
        shares.set_ylim(-0.04, 1.04)
        shares.set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
        shares.set_title("Share of searches that find true factors")
        shares.set_xlabel("samples")
        samples = sorted(set(table["samples"]))
        shares.set_xlim(samples[0], samples[-1])
        distances.set_ylim(*_around(drawn))
        footer(figure, _note(table, [*(band for band, _ in drawn), share[0]]))
        return settle(figure, label_line_ends(distances, [end for _, end in drawn]))


def _line(
    axes: Axes,
    table: pd.DataFrame,
    column: str,
    text: str,
    color: str,
    dashes: str | tuple[float, tuple[float, ...]],
    *,
    log: bool,
) -> tuple[Band, LineEnd]:
    samples, values = replicate_curves(table, point="samples", value=column)
    band = log_band(values, column) if log else _share_band(values)
    draw_band(axes, samples, band, color=color, linestyle=dashes)
    return band, LineEnd(float(samples[-1]), float(band.middle[-1]), text, color)


def _share_band(values: Float64[np.ndarray, "replicate point"]) -> Band:
    band = mean_band(values)
    # a t interval does not know that shares lie from 0 to 1
    return replace(band, low=np.clip(band.low, 0.0, 1.0), high=np.clip(band.high, 0.0, 1.0))


def _around(drawn: list[tuple[Band, LineEnd]]) -> tuple[float, float]:
    low = min(float(band.low.min()) for band, _ in drawn)
    high = max(float(band.high.max()) for band, _ in drawn)
    return low / _ROOM, high * _ROOM


def _note(table: pd.DataFrame, bands: list[Band]) -> str:
    note = band_note(bands).replace("seeds", "drawn tables").replace("seed", "drawn table")
    return note.replace("; line", ";\nline")
