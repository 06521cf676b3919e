"""Render step: the sup error, and that of too short codes (document 000, Theorem 2, part 2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.finite_precision.real_functions import algebraic, catalogue

_LIMIT = {"color": fig.GREY, "linewidth": 0.9, "linestyle": (0.0, (3.0, 1.5))}


@fig.renders("part", "function", "places", "code_places", "kept", "error", "error_below_one")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    checked, control = (table[table["part"] == part] for part in ("theorem", "control"))
    shortened = int(control["places"].max())
    control = control[control["places"] == shortened].assign(run=0)
    styles = {
        name: (catalogue.FUNCTIONS[name].formula, color)
        for name, (_, color) in fig.name_groups(checked["function"].unique(), "{}").items()
    }
    figure = fig.new_figure(fig.COLUMN, 4.4)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, headline)
    within = fig.draw_curves(
        above,
        checked.assign(run=0),
        x="places",
        y="error_below_one",
        by="function",
        styles=styles,
        marker="o",
        markersize=2.5,
    )
    above.axhline(1.0, **_LIMIT)
    fig.write(above, "limit of Theorem 2", 0.03, 1.02, frame="y data")
    above.set_ylim(0.0, 1.2)
    fig.set_ticks(above.yaxis, [0.0, 0.5, 1.0])
    above.set(xlabel="output bits m", ylabel="largest error × 2ᵐ")
    short = fig.draw_curves(below, control, x="kept", y="error", by="function", styles=styles)
    for end in short.ends:
        below.plot(end.x, end.y, color=end.color, marker="o")
    below.axhline(1.0, **_LIMIT)
    below.set_yscale("log", base=2)
    powers = (int(control["error"].max()).bit_length() + 1) // 2
    fig.set_ticks(below.yaxis, [4**power for power in range(powers)])
    below.set(
        title=f"codes cut short, m = {shortened}",
        xlabel="input bits that are given, of each coordinate",
        ylabel="largest error × 2ᵐ",
    )
    root = algebraic.SQUARE_ROOT.formula
    twice = [
        fig.LineEnd(end.x, end.y, f"{root}: twice\nthe bits", end.color)
        for end in short.ends
        if end.text == root
    ]
    fig.footer(
        figure,
        "Exact where the input has few bits, else drawn points and edges; all real x of a\n"
        "cell. Above, cells with f = 1 are left out: there the error is exactly 1 unit, as the\n"
        "largest number of m bits is 1 − 2⁻ᵐ. Below, dots: bits of the error analysis.",
    )
    return fig.settle(
        figure, fig.label_line_ends(above, within.ends), fig.label_line_ends(below, twice)
    )
