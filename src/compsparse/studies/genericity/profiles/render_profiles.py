"""Render step: profiles of degrees without a shift and with the largest, and how far they move."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.genericity.target.kinds import KINDS


@fig.renders("kind", "run", "shift", "degree", "share", "moved")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Bars of two functions on the left, distances of all kinds on the right."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    *left, right = figure.subplots(1, 3, width_ratios=[1, 1, 1.2])
    largest = table["shift"].max()
    for axes, kind in zip(left, ("parity", "staircase"), strict=True):
        chosen = table[(table["kind"] == kind) & (table["run"] == 0)]
        for place, shift in ((-0.2, 0.0), (0.2, largest)):
            rows = chosen[chosen["shift"] == shift]
            color = fig.CATEGORIES[0 if shift == 0 else 1]
            axes.bar(rows["degree"] + place, rows["share"], width=0.4, color=color)
        axes.set(title=KINDS[kind], xlabel="degree", ylim=(0, 1.05))
    left[0].set_ylabel("share of the variance")
    keyed = [("no shift", fig.CATEGORIES[0]), (f"shift {largest:g}", fig.CATEGORIES[1])]
    fig.key(left[1], keyed, corner="upper right")
    rows = table[(table["degree"] == 1) & (table["shift"] > 0)]
    styles = {
        kind: (words.replace("random ", "random\n"), color)
        for (kind, words), color in zip(KINDS.items(), fig.CATEGORIES[2:], strict=False)
    }
    curves = fig.draw_curves(
        right, rows, x="shift", y="moved", by="kind", styles=styles, marker="o"
    )
    right.set(xlabel="shift c", title="total variation", ylim=(0, 1.05))
    fig.footer(figure, fig.band_note(curves.bands))
    return fig.settle(figure, fig.label_line_ends(right, curves.ends))
