"""Parts that the figures of this theme share."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import Points, log_axes


def sgd_note(table: pd.DataFrame) -> str:
    """Return the caption's note on SGD: the number of seeds, and of runs that overflowed."""
    runs = table.drop_duplicates(["exponent", "rank", "excess", "run"])
    return (
        f"Online SGD on whole students; {table['run'].nunique()} seeds; "
        f"{int(runs['overflowed'].sum())} of {len(runs)} runs overflow."
    )


def draw_reference(axes: fig.Axes, x: Points, y: Points, slope: float, color: str) -> None:
    """Draw theory's power law through the first point."""
    axes.plot(x, y[0] * (x / x[0]) ** slope, color=color, linestyle="--", linewidth=0.8)


def label_loss_axes(axes: fig.Axes, title: str) -> None:
    """Scale and label axes of the loss by samples."""
    log_axes(axes)
    # room for labels below two powers
    axes.xaxis.set_minor_locator(fig.LogLocator(subs=(2.0, 5.0)))
    axes.set(xlabel="samples n", ylabel="remaining loss", title=title)
