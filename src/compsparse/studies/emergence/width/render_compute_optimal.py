"""Render step: the least loss by compute, and its width (from document 003, Part I, corollary)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence import drawing


@fig.renders("exponent", "run", "neurons", "compute", "loss", "in_window")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    exponent, rows = drawing.middle_exponent(table)
    widths = drawing.table_widths(rows)
    least = rows.loc[rows.groupby(["run", "compute"])["loss"].idxmin()]
    window = least[least["in_window"] == 1]
    figure, (upper, lower) = drawing.panels(
        headline, fig.COLUMN, 3.9, 2, 1, sharex=True, height_ratios=(2.0, 1.0)
    )
    ends = []
    for width, (text, color) in fig.name_groups(widths, "m = {}", ordered=True).items():
        compute, middle = drawing.geometric_means(rows[rows["neurons"] == width], "compute", "loss")
        upper.plot(compute, middle, color=color, linewidth=0.9)
        ends.append(fig.LineEnd(float(compute[-1]), float(middle[-1]), text, color))
    envelope = _draw_window(
        upper, window, "loss", "least: slope", (1 - 2 * exponent) / (1 + exponent)
    )
    best = _draw_window(lower, window, "neurons", "slope", 1 / (1 + exponent))
    drawing.log_axes(upper, lower)
    fig.set_ticks(lower.yaxis, widths)
    upper.set_ylabel("loss")
    lower.set(ylabel="best width m", xlabel="compute C = m ηt")
    # at the left end all widths have the initial loss
    lower.set_xlim(0.3 * window["compute"].min(), rows["compute"].max())
    fig.footer(
        figure,
        f"Population flow (not SGD), β = {exponent:g}. Black: the least loss of each run and its\n"
        "width, where neither the narrowest nor the widest is best.\n"
        f"{fig.band_note(envelope.bands)}",
    )
    return fig.settle(
        figure,
        fig.label_line_ends(upper, ends + envelope.ends),
        fig.label_line_ends(lower, best.ends),
    )


def _draw_window(
    axes: fig.Axes, window: pd.DataFrame, column: str, words: str, theory: float
) -> fig.Curves:
    slope = fig.in_type(drawing.mean_slope(window, "compute", column), ".2f")
    text = f"{words} {slope}\n(theory {fig.in_type(theory, '.2f')})"
    styles = {1: (text, fig.INK)}
    return fig.draw_curves(
        axes, window, x="compute", y=column, by="in_window", styles=styles, geometric=True
    )
