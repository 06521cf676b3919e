"""Render step: emergence times against the rank (document 003, part I, corollary, item 1)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import log_axes, mean_slope, panels
from compsparse.studies.emergence.scaling_law import figure_parts as parts


@fig.renders("directions", "exponent", "run", "direction", "time", "complete")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    complete = table[table["complete"]]
    if complete.empty:
        return parts.nothing_learned(headline, fig.COLUMN)
    names = fig.name_groups(sorted(set(table["exponent"])), "β = {:g}", ordered=True)
    figure, axes = panels(headline, fig.COLUMN, 3.1)
    bands, ends = [], []
    sizes = sorted(set(table["directions"]))
    for (size, exponent), rows in complete.groupby(["directions", "exponent"]):
        beta = float(str(exponent))
        name, color = names[beta]
        ranks, times = fig.replicate_curves(rows, point="direction", value="time")
        band = fig.log_band(times, "time")
        parts.draw_theory(axes, ranks, band.middle, beta)
        if size == sizes[0]:
            fig.draw_band(axes, ranks, band, color=color)
            bands.append(band)
        else:
            axes.plot(ranks, band.middle, color=color, linestyle=parts.LARGE)
            name += f", P = {size}"
        text = f"{name}: {fig.power('p', mean_slope(rows, 'direction', 'time'))}"
        ends.append(fig.LineEnd(float(ranks[-1]), float(band.middle[-1]), text, color))
    log_axes(axes)
    axes.margins(x=0.02)
    axes.set(xlabel="direction p, of amplitude ∝ p⁻ᵝ", ylabel="emergence time ηTₚ")
    counts = [f"P = {size}: {parts.seeds(table[table['directions'] == size])}" for size in sizes]
    fig.footer(
        figure,
        f"Population flow; wide grey: theory, pᵝ. {'; '.join(counts)}.\n"
        f"Solid: {fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
