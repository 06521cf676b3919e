"""Render step: the largest error of networks on disturbed inputs, by depth.

Document 000, Lemma 4.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.emulation.forms import (
    COLUMNS,
    FORM_COLORS,
    at_deviation,
    draw_by_depth,
    seeds,
)

SHOWN = 0.05
_SMALLEST = 1e-5  # below, the axis is straight down to zero
_WORDS = {
    "plain": (0.5, "plain ReLU: errors add up"),
    "sigmoid": (0.0012, "sigmoid: stays within 2⁻¹⁰ (dotted: bound of adders)"),
    "saturating": (1.6e-6, "saturating ReLU: no error at any depth"),
}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_error_propagation``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column, or the deviation that is shown.
    """
    figure = _draw(at_deviation(fig.read_result(inputs, params, COLUMNS), SHOWN))
    return {"svg": figure, "png": figure}


def _draw(rows: pd.DataFrame) -> Figure:
    with fig.theme():
        figure = fig.new_figure(fig.COLUMN, 3.3)
        axes = figure.subplots()
        fig.headline(figure, "Errors grow with depth, unless gates clean them")
        draw_by_depth(axes, rows, "largest")
        families = rows[(rows["form"] == "sigmoid") & (rows["circuit"] == "ripple_adder")]
        bounds = families.groupby("depth")["bound"].first()
        axes.plot(bounds.index, bounds, color=FORM_COLORS["sigmoid"], linestyle=":")
        axes.set_yscale("symlog", linthresh=_SMALLEST, linscale=0.6)
        axes.set_yticks(
            [0.0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0],
            ["0", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "1"],
        )
        axes.set_ylim(0.0, 2.0)
        for form, (height, words) in _WORDS.items():
            axes.text(
                0.98,
                height if form != "plain" else 0.022,
                words,
                transform=axes.get_yaxis_transform(),
                ha="right",
                fontsize=fig.SMALL_TEXT_SIZE,
                color=fig.for_text(FORM_COLORS[form]),
            )
        axes.set_ylabel("largest error of an output")
        fig.footer(
            figure,
            f"Input bits off by up to δ = {SHOWN:g}; {seeds(rows)}.\n"
            "Lines: parity chains (solid), ripple adders (dashed); circles: machines.",
        )
        return fig.settle(figure)
