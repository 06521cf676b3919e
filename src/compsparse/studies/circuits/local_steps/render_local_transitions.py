"""Render step: one step forward and one step back by training sites (document 000, Figure 10.2)."""

import pandas as pd

from compsparse.figures import api as fig

_ANNIHILATE = "back, balls\nannihilate"
_LINES = {"forward": "-", "back": (0.0, (3.0, 2.0)), _ANNIHILATE: "-"}


@fig.renders("rule", "direction", "run", "sites", "cells", "states", "best")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, shown: str, control: str, steps: int
) -> fig.Figure:
    curves = {
        "forward": _rows(table, shown, "forward"),
        "back": _rows(table, shown, "backward"),
        _ANNIHILATE: _rows(table, control, "backward"),
    }
    limit = float(curves[_ANNIHILATE]["best"].iloc[0])
    rows = pd.concat([part.assign(curve=name) for name, part in curves.items()])
    figure = fig.new_figure(fig.COLUMN, 3.3)
    fig.headline(figure, headline)
    bands, labels = [], []
    panels = fig.stacked_panels(figure, 1.0, 1.0)
    for axes, value in zip(panels, ("cells", "states"), strict=True):
        ends = []
        for name, style in fig.name_groups(curves, "{}").items():
            drawn = fig.draw_curves(
                axes,
                rows,
                x="sites",
                y=value,
                by="curve",
                styles={name: style},
                linestyle=_LINES[name],  # forward and back coincide
            )
            bands += drawn.bands
            ends += drawn.ends
        axes.set_xscale("log")
        axes.grid(visible=False, axis="x")
        labels.append(fig.label_line_ends(axes, ends))
    top, bottom = panels
    top.axhline(limit, color=fig.GREY, linewidth=0.8, linestyle=":")
    top.set_ylabel("cells right, one step")
    bottom.set(ylabel=f"whole grids right,\n{steps} steps", xlabel="training sites")
    fig.footer(
        figure,
        f"Table of windows of 3 × 3 cells, {shown} balls. Dotted: most that a window tells\n"
        f"where balls annihilate ({limit:.4g}). {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)


def _rows(table: pd.DataFrame, rule: str, direction: str) -> pd.DataFrame:
    rows = table[(table["rule"] == rule) & (table["direction"] == direction)]
    if rows.empty:
        raise ValueError(
            f"The table has no rows of the rule {rule!r} {direction}; evaluate with this rule."
        )
    return rows
