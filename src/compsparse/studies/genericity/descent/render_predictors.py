"""Render step: steps against footprint and against leap."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "target", "steps", "learned", "footprint", "leap")
def run(table: pd.DataFrame, *, headline: fig.Headline, steps: int) -> fig.Figure:
    """Footprint on the left, leap on the right."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2, sharey=True)
    hollow = ~table["learned"].to_numpy(dtype=bool)
    drawn = table.assign(shown=table["footprint"].clip(lower=1e-12))
    for axes, column, color in zip(panels, ("shown", "leap"), fig.CATEGORIES, strict=False):
        fig.draw_dots(axes, drawn, x=column, y="steps", color=color, hollow=hollow, alpha=0.7)
    panels[0].set(xscale="log", yscale="log", ylabel="steps to a tenth of the variance")
    panels[0].set_xlabel("footprint (at least 10⁻¹²)")
    panels[1].set_xlabel("leap")
    fig.footer(
        figure,
        f"{table['target'].nunique()} targets, {table['run'].nunique()} seeds, a dot for each, at "
        f"its best rate. Hollow: not within {steps:,} steps.",
    )
    return fig.settle(figure)
