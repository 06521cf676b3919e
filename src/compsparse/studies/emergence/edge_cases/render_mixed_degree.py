"""Render step: times for activations of several degrees (document 003, Part I, definition of k)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence import drawing
from compsparse.studies.emergence.edge_cases import rank_axes

_GUIDE = 1.6  # times the curve: a slope is drawn beside, not on it
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@fig.renders("degrees", "quantity", "run", "point", "value", "unlearned")
def run(table: pd.DataFrame, *, headline: fig.Headline, exponent: float) -> fig.Figure:
    table = table.assign(degrees=table["degrees"].astype(str))
    ranks, dimensions = drawing.rows_by(table, "quantity", ("rank", "dimension"))
    # a string of digits and signs: the lowest degree comes first
    activations = sorted(set(table["degrees"]))
    lowest = {name: min(map(int, name.split("+"))) for name in activations}
    figure, (left, right) = drawing.panels(headline, fig.COLUMN_AND_A_HALF, 2.5, 1, 2)
    by_dimension = _panel(left, dimensions, {name: k / 2 - 1 for name, k in lowest.items()})
    by_rank = _panel(right, ranks, dict.fromkeys(activations, exponent))
    left.set(xlabel="dimension d of the input", ylabel="time until aligned")
    left.set_title(f"dashed: d{fig.raised('k/2-1')}, k the lowest degree")
    right.set(xlabel="rank p of the direction", ylabel="time until aligned")
    right.set_title(f"dashed: pᵝ, β = {exponent:g}")
    rank_axes.set_rank_ticks(right, ranks["point"].max())
    fig.footer(
        figure,
        "Population flow; left: geometric mean over the stronger half of the directions.\n"
        f"{fig.band_note(by_dimension.bands + by_rank.bands)}"
        f"{rank_axes.unlearned(table, ('degrees', 'quantity'))}",
    )
    return fig.settle(
        figure,
        fig.label_line_ends(left, by_dimension.ends),
        fig.label_line_ends(right, by_rank.ends),
    )


def _panel(axes: fig.Axes, rows: pd.DataFrame, slopes: dict[str, float]) -> fig.Curves:
    styles = {
        name: ("h" + name.replace("+", " + h").translate(_SUBSCRIPTS), color)
        for name, color in zip(slopes, fig.CATEGORIES[: len(slopes)], strict=True)
    }
    common = rank_axes.shared_points(rows, "degrees")
    curves = fig.draw_curves(
        axes, common, x="point", y="value", by="degrees", styles=styles, geometric=True
    )
    for name, slope in slopes.items():
        points, middle = drawing.geometric_means(
            common[common["degrees"] == name], "point", "value"
        )
        drawing.draw_power(axes, points, middle, slope, beside=_GUIDE)
    drawing.log_axes(axes)
    return curves
