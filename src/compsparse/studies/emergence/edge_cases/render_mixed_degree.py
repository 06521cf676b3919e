"""Render step: times for activations of several degrees (document 003, Part I, definition of k)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.edge_cases import rank_axes

_GUIDE = 1.6  # times the curve: a slope is drawn beside, not on it
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@fig.renders("degrees", "quantity", "run", "point", "value", "unlearned")
def run(table: pd.DataFrame, *, exponent: float) -> fig.Figure:
    missing = {"rank", "dimension"} - set(table["quantity"])
    if missing:
        raise ValueError(
            f"The table has no rows of the quantity {min(missing)!r}; rebuild it with the evaluate "
            "step."
        )
    # a string of digits and signs: the lowest degree comes first
    activations = sorted(set(table["degrees"].astype(str)))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    by_dimension, by_rank = figure.subplots(1, 2)
    fig.headline(figure, "The lowest degree of the activation decides")
    bands: list[fig.Band] = []
    labels = [
        _panel(
            by_dimension,
            table[table["quantity"] == "dimension"],
            {name: _lowest(name) / 2 - 1 for name in activations},
            bands,
        ),
        _panel(
            by_rank, table[table["quantity"] == "rank"], dict.fromkeys(activations, exponent), bands
        ),
    ]
    by_dimension.set_xlabel("dimension d of the input")
    by_dimension.set_ylabel("time until aligned")
    by_dimension.set_title(f"dashed: d{fig.raised('k/2-1')}, k the lowest degree")
    by_rank.set_xlabel("rank p of the direction")
    by_rank.set_ylabel("time until aligned")
    by_rank.set_title(f"dashed: pᵝ, β = {exponent:g}")
    rank_axes.set_rank_ticks(by_rank, table.loc[table["quantity"] == "rank", "point"].max())
    fig.footer(
        figure,
        "Population flow; left: geometric mean over the stronger half of the directions.\n"
        f"{fig.band_note(bands)}{rank_axes.unlearned(table, ('degrees', 'quantity'))}",
    )
    return fig.settle(figure, *labels)


def _panel(
    axes: fig.Axes, rows: pd.DataFrame, slopes: dict[str, float], bands: list[fig.Band]
) -> fig.LineLabels:
    ends = []
    colors = fig.CATEGORIES[: len(slopes)]
    for (name, slope), color in zip(slopes.items(), colors, strict=True):
        activation_rows = rows[rows["degrees"].astype(str) == name]
        points, values = fig.replicate_curves(
            rank_axes.shared_points(activation_rows), point="point", value="value"
        )
        bands.append(fig.log_band(values, "time"))
        fig.draw_band(axes, points, bands[-1], color=color)
        middle = bands[-1].middle
        center = np.exp(np.log(points).mean())
        height = _GUIDE * np.exp(np.log(middle).mean()) * (points / center) ** slope
        axes.plot(points, height, color=fig.GREY, linewidth=0.8, dashes=(4, 2))
        text = " + ".join(f"h{degree}" for degree in name.split("+")).translate(_SUBSCRIPTS)
        ends.append(fig.LineEnd(points[-1], float(middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    return fig.label_line_ends(axes, ends)


def _lowest(degrees: str) -> int:
    return min(map(int, degrees.split("+")))
