"""Render step: the exponent of emergence times where the teacher's width grows with d."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.scaling_law.figure_parts import nothing_learned


@fig.renders("growth", "directions", "dimension", "run", "exponent", "complete")
def run(table: pd.DataFrame) -> fig.Figure:
    # widths at which every run learned all directions, none of which it had from the start
    whole = table[table.groupby(["growth", "directions"])["complete"].transform("all").astype(bool)]
    if whole.empty:
        return nothing_learned(fig.COLUMN)
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Tₚ ∝ p also where P is a power of d")
    bands, ends = [], []
    growths = sorted(set(whole["growth"]))
    axes.axhline(1.0, color=fig.GREY, linewidth=0.8, linestyle="--")
    for growth, color in zip(growths, fig.CATEGORIES[: len(growths)], strict=True):
        rows = whole[whole["growth"] == growth]
        widths, values = fig.replicate_curves(rows, point="directions", value="exponent")
        bands.append(fig.mean_band(values))
        fig.draw_band(axes, widths, bands[-1], color=color)
        axes.plot(widths, bands[-1].middle, "o", color=color)
        text = f"P = d{fig.raised(f'{growth:g}')}"
        ends.append(fig.LineEnd(float(widths[-1]), float(bands[-1].middle[-1]), text, color))
    axes.set_xscale("log")
    shown = sorted(set(whole["directions"]))
    axes.set_xticks(shown, [f"{width:g}" for width in shown])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_ylim(0.7, 1.3)
    axes.set_xlabel("directions P of the teacher")
    axes.set_ylabel("exponent of p in Tₚ")
    least, most = int(table["dimension"].min()), int(table["dimension"].max())
    left_out = len(table.drop_duplicates(["growth", "directions"])) - len(
        whole.drop_duplicates(["growth", "directions"])
    )
    note = f"\nNot shown: {left_out} teachers where a run starts on a direction."
    fig.footer(
        figure,
        f"Population flow, k = 4, β = 1, m = 8 P, d from {least} to {most:.1g}; dashed: theory.\n"
        f"{fig.band_note(bands)}{note if left_out else ''}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
