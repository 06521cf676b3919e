"""Values of all runs at points along an axis, which figures of several themes draw."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


def draw_dots(axes: fig.Axes, rows: pd.DataFrame, x: str, y: str, *, color: str) -> None:
    """Draw a dot for each row, hollow if its run is not prunable, and a line over their range.

    Args:
        axes: to draw on.
        rows: with the columns ``x``, ``y`` and prunable.
        x: column along the horizontal axis.
        y: column along the vertical axis.
        color: of all.
    """
    for point, values in rows.groupby(x)[y]:
        axes.vlines(float(str(point)), values.min(), values.max(), color=color, linewidth=1)
    hollow = ~rows["prunable"].to_numpy(dtype=np.bool_)
    fig.draw_dots(axes, rows, x=x, y=y, color=color, hollow=hollow)


def draw_by_arity(
    axes: fig.Axes, rows: pd.DataFrame, x: str, y: str, styles: fig.Styles[float]
) -> None:
    """Draw the dots of teachers in the colors of their arities."""
    for arity, (_, color) in styles.items():
        draw_dots(axes, rows[rows["arity"] == arity], x, y, color=color)


def arity_styles(rows: pd.DataFrame) -> dict[float, tuple[str, str]]:
    """Return words and color of each arity, a mean if the teacher is a user's."""
    return fig.name_groups(sorted(map(float, rows["arity"].unique())), "arity {:g}", ordered=True)


def use_powers_of_two(*axes: fig.Axes) -> None:
    """Draw both axes of panels on a logarithmic scale of base 2, with plain numbers at ticks."""
    for panel in axes:
        panel.set_xscale("log", base=2)
        panel.set_yscale("log", base=2)
        for axis in (panel.xaxis, panel.yaxis):
            axis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
