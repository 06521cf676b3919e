"""Render step: steps to learn a parity, against the offset of its inputs and its footprint."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "law", "offset", "footprint", "steps", "learned")
def run(table: pd.DataFrame, *, headline: fig.Headline, steps: int) -> fig.Figure:
    """Offsets on the left, exact footprints on the right."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2, sharey=True)
    drawn = table.assign(shown=table["footprint"].clip(lower=1e-12))
    colors = {"shifted": fig.CATEGORIES[0], "biased": fig.CATEGORIES[1]}
    for axes, column in zip(panels, ("offset", "shown"), strict=True):
        for law, color in colors.items():
            rows = drawn[drawn["law"] == law]
            hollow = ~rows["learned"].to_numpy(dtype=bool)
            fig.draw_dots(axes, rows, x=column, y="steps", color=color, hollow=hollow)
    panels[0].set(yscale="log", ylabel="steps to a tenth of the variance")
    panels[0].set_xlabel("mean over deviation of an input")
    panels[1].set(xscale="log", xlabel="footprint (at least 10⁻¹²)")
    named = [(f"{law} signs", color) for law, color in colors.items()]
    fig.key(panels[0], named, corner="lower left")
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds, a dot for each at its best rate. Hollow: not within "
        f"{steps:,} steps.",
    )
    return fig.settle(figure)
