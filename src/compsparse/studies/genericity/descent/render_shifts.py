"""Render step: steps to learn a parity, against the shift of its origin."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "shift", "footprint", "steps", "learned", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, steps: int) -> fig.Figure:
    """Steps on the left, exact footprints on the right."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2)
    hollow = ~table["learned"].to_numpy(dtype=bool)
    fig.draw_dots(left, table, x="shift", y="steps", color=fig.CATEGORIES[0], hollow=hollow)
    left.set(yscale="log", xlabel="shift c", ylabel="steps to a tenth of the variance")
    one = table[(table["run"] == table["run"].min()) & (table["footprint"] > 0)].sort_values(
        "shift"
    )
    right.plot(one["shift"], one["footprint"], color=fig.CATEGORIES[1], marker="o")
    right.set(yscale="log", xlabel="shift c", ylabel="linear share of the variance")
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds, a dot for each at its best rate. Hollow: not within "
        f"{steps:,} steps.",
    )
    return fig.settle(figure)
