"""Render step: linear weight of random functions, and shifts that give parities a footprint."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "bits", "weight", "expected", "degree", "shift")
def run(table: pd.DataFrame, *, headline: fig.Headline, footprint: float) -> fig.Figure:
    """Functions on the left, parities on the right."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2)
    rows = table[table["bits"].notna()].sort_values("bits")
    one = rows[rows["run"] == rows["run"].min()]
    left.plot(one["bits"], one["expected"], color=fig.GREY, linewidth=0.8)
    fig.draw_dots(left, rows, x="bits", y="weight", color=fig.CATEGORIES[0], alpha=0.6)
    left.set(yscale="log", xlabel="bits n", ylabel="linear weight")
    left.set_title("Random Boolean functions; line: n / 2ⁿ")
    parities = table[table["degree"].notna()]
    right.plot(parities["degree"], parities["shift"], color=fig.CATEGORIES[1], marker="o")
    right.set(
        xlabel="variables k", ylabel="shift c", title=f"Parities, for a footprint of {footprint:g}"
    )
    right.set_ylim(0, None)
    fig.footer(figure, f"{rows['run'].nunique()} seeds, a dot for the mean function of each.")
    return fig.settle(figure)
