"""Render step: emergence times against the rank (document 003, part I, corollary, item 1)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import geometric_means, log_axes, mean_slope, panels
from compsparse.studies.emergence.scaling_law.figure_parts import (
    LARGE,
    draw_theory,
    nothing_learned,
    seeds,
)


@fig.renders("directions", "exponent", "run", "direction", "time", "complete")
def run(table: pd.DataFrame) -> fig.Figure:
    complete = table[table["complete"]]
    if complete.empty:
        return nothing_learned(fig.COLUMN)
    names = fig.name_groups(sorted(set(table["exponent"])), "β = {:g}", ordered=True)
    figure, axes = panels("Direction p is learned at a time ∝ pᵝ", fig.COLUMN, 3.1)
    bands, ends = [], []
    sizes = sorted(set(table["directions"]))
    for size in sizes:
        sized, styles = complete[complete["directions"] == size], {}
        for exponent, rows in sized.groupby("exponent"):
            beta = float(str(exponent))
            draw_theory(axes, *geometric_means(rows, "direction", "time"), beta)
            name, color = names[beta]
            name += "" if size == sizes[0] else f", P = {size}"
            slope = mean_slope(rows, "direction", "time")
            styles[beta] = (f"{name}: {fig.power('p', slope)}", color)
        curves = fig.draw_curves(
            axes,
            sized,
            x="direction",
            y="time",
            by="exponent",
            styles=styles,
            geometric=True,
            linestyle="-" if size == sizes[0] else LARGE,
        )
        bands += curves.bands
        ends += curves.ends
    log_axes(axes)
    axes.margins(x=0.02)
    axes.set(xlabel="direction p, of amplitude ∝ p⁻ᵝ", ylabel="emergence time ηTₚ")
    counts = [f"P = {size}: {seeds(table[table['directions'] == size])}" for size in sizes]
    fig.footer(
        figure,
        f"Population flow; wide grey: theory, pᵝ. {'; '.join(counts)}.\n"
        f"Solid: {fig.band_note(bands[:1])}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
