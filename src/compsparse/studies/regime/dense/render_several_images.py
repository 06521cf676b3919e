"""Render step: how like its scene each picture is that a network holds besides others."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "picture", "ssim")
def run(table: pd.DataFrame, *, headline: fig.Headline, paints: float) -> fig.Figure:
    """A row of dots for each network, a dot for each of its pictures."""
    figure = fig.new_figure(fig.COLUMN, 1.3 + 0.16 * table["run"].nunique())
    fig.headline(figure, headline)
    axes = figure.subplots()
    fig.draw_dots(axes, table, x="ssim", y="run", color=fig.CATEGORIES[0], alpha=0.6)
    axes.axvline(paints, color=fig.GREY, linewidth=0.8, zorder=0)
    fig.set_ticks(axes.yaxis, {run: str(run + 1) for run in sorted(set(table["run"]))})
    axes.set(xlabel="SSIM with the scene", ylabel="network")
    axes.set_ylim(-0.6, table["run"].max() + 0.6)
    fig.footer(
        figure,
        f"A dot for each of the {table['picture'].nunique()} pictures of a network.\n"
        f"Line: from {paints:g} on it paints the scene.",
    )
    return fig.settle(figure)
