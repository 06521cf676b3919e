"""Render step: steps against the number of variables, by leap."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "variables", "leap", "steps", "learned", "at_edge")
def run(table: pd.DataFrame, *, headline: fig.Headline, steps: int) -> fig.Figure:
    """A curve for each leap; hollow where the steps did not suffice."""
    figure = fig.new_figure(fig.COLUMN, 2.6)
    fig.headline(figure, headline)
    axes = figure.subplots()
    leaps = sorted(table["leap"].unique())
    styles = fig.name_groups(leaps, "leap {}")
    curves = fig.draw_curves(
        axes, table, x="variables", y="steps", by="leap", styles=styles, geometric=True
    )
    for leap, (_, color) in styles.items():
        rows = table[table["leap"] == leap]
        hollow = ~rows["learned"].to_numpy(dtype=bool)
        fig.draw_dots(axes, rows, x="variables", y="steps", color=color, hollow=hollow)
    axes.set(
        xscale="log", yscale="log", xlabel="variables n", ylabel="steps to a tenth of the variance"
    )
    fig.set_ticks(axes.xaxis, sorted(set(table["variables"])))
    edge = int(table["at_edge"].sum())
    fig.footer(
        figure,
        f"{fig.band_note(curves.bands)} Hollow: not within\n{steps:,} steps. Rates at the edge of "
        f"their grid: {edge} of {len(table)}.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
