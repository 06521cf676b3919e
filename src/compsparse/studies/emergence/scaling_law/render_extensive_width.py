"""Render step: the exponent of emergence times where the teacher's width grows with d."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import panels
from compsparse.studies.emergence.scaling_law.figure_parts import nothing_learned


@fig.renders("growth", "directions", "dimension", "run", "exponent", "complete")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    teachers = table.groupby(["growth", "directions"])["complete"]
    # widths at which every run learned all directions, none of which it had from the start
    whole = table[teachers.transform("all").astype(bool)]
    if whole.empty:
        return nothing_learned(headline, fig.COLUMN)
    figure, axes = panels(headline, fig.COLUMN, 2.7)
    axes.axhline(1.0, color=fig.GREY, linewidth=0.8, linestyle="--")
    styles = {
        growth: (f"P = d{fig.raised(f'{growth:g}')}", color)
        for growth, (_, color) in fig.name_groups(sorted(set(whole["growth"]))).items()
    }
    curves = fig.draw_curves(
        axes, whole, x="directions", y="exponent", by="growth", styles=styles, marker="o"
    )
    axes.set(xscale="log", ylim=(0.7, 1.3))
    fig.set_ticks(axes.xaxis, sorted(set(whole["directions"])))
    axes.set(xlabel="directions P of the teacher", ylabel="exponent of p in Tₚ")
    least, most = int(table["dimension"].min()), int(table["dimension"].max())
    left_out = int((~teachers.all()).sum())
    note = f"\nNot shown: {left_out} teachers where a run starts on a direction."
    fig.footer(
        figure,
        f"Population flow, k = 4, β = 1, m = 8 P, d from {least} to {most:.1g}; dashed: theory.\n"
        f"{fig.band_note(curves.bands)}{note if left_out else ''}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
