"""Ticks of an axis of ranks: powers of two or four, written as the whole numbers that they are."""

from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

_MOST = 5


def set_rank_ticks(axes: Axes, last: float) -> None:
    """Put ticks on the logarithmic horizontal axis of ranks 1 to ``last``."""
    factor = 2
    while factor**_MOST <= last:
        factor *= 2
    ticks = [1]
    while ticks[-1] * factor <= last:
        ticks.append(ticks[-1] * factor)
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
