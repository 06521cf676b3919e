"""Parts that the figures of this theme share."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig


def sgd_note(table: pd.DataFrame) -> str:
    """Return the caption's note on SGD: the number of seeds, and of runs that overflowed."""
    cells = ["exponent", "rank", "excess", "run"]
    runs = table.drop_duplicates(cells)
    return (
        f"Online SGD on whole students; {table['run'].nunique()} seeds; "
        f"{int(runs['overflowed'].sum())} of {len(runs)} runs overflow."
    )


def beta(exponent: float) -> str:
    """Return the label of a teacher's exponent."""
    return f"β = {exponent:g}"


def draw_reference(
    axes: fig.Axes,
    x: Float64[np.ndarray, " point"],
    y: Float64[np.ndarray, " point"],
    slope: float,
    color: str,
) -> None:
    """Draw theory's power law through the first point."""
    axes.plot(x, y[0] * (x / x[0]) ** slope, color=color, linestyle="--", linewidth=0.8)


def label_loss_axes(axes: fig.Axes, title: str) -> None:
    """Scale and label axes of the loss by samples."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    # room for labels below two powers
    axes.xaxis.set_minor_locator(fig.LogLocator(subs=(2.0, 5.0)))
    axes.set_xlabel("samples n")
    axes.set_ylabel("remaining loss")
    axes.set_title(title)
