"""Render step: steps of targets of equal footprint, beside each other."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("pair", "role", "target", "run", "steps", "learned", "footprint", "leap")
def run(table: pd.DataFrame, *, headline: fig.Headline, steps: int) -> fig.Figure:
    """A row for each target."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.3 + 0.3 * table["target"].nunique())
    fig.headline(figure, headline)
    axes = figure.subplots()
    about = table.drop_duplicates("target").iloc[::-1].reset_index(drop=True)
    places = {name: place for place, name in enumerate(about["target"])}
    for role, color in zip(("large_leap", "small_leap"), fig.CATEGORIES[1::-1], strict=True):
        rows = table[table["role"] == role].assign(place=lambda r: r["target"].map(places))
        hollow = ~rows["learned"].to_numpy(dtype=bool)
        fig.draw_dots(axes, rows, x="steps", y="place", color=color, hollow=hollow)
    names = [
        f"{name.replace('_', ' ')} (footprint {footprint:.2g}, leap {leap})"
        for name, footprint, leap in zip(
            about["target"], about["footprint"], about["leap"], strict=True
        )
    ]
    fig.set_ticks(axes.yaxis, dict(enumerate(names)))
    axes.set(xscale="log", xlabel="steps to a tenth of the variance", ylim=(-0.6, len(names) - 0.4))
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds, a dot for each at its best rate. Hollow: not within "
        f"{steps:,} steps.",
    )
    return fig.settle(figure)
