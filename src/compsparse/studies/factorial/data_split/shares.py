"""The share of inputs seen, as an axis and in words; numbers of parents in colors and words."""

from collections.abc import Iterable

from compsparse.figures import api as fig

SHARE_NAME = "share of inputs seen in training, γ"

_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


def share_axis(axes: fig.Axes) -> None:
    """Make the horizontal axis logarithmic with few round ticks, once everything is drawn."""
    # only ticks within the limits are set
    axes.set_xscale("log")
    axes.margins(x=0.04)
    low, high = axes.get_xlim()
    ticks = [tick for tick in _TICKS if low <= tick <= high]
    axes.xaxis.set_major_locator(fig.FixedLocator(ticks))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_minor_locator(fig.NullLocator())


def share(fraction: float) -> str:
    """Write a share of inputs in percent points: that of a whole number of inputs is not round."""
    return f"{round(fraction, 2):g}"


def parents_colors(parents: Iterable[int]) -> dict[int, str]:
    """Return a color for each number of parents, dark for the most."""
    distinct = sorted(set(parents))
    return dict(zip(distinct, fig.sequential(len(distinct)), strict=True))


def parents_name(parents: int) -> str:
    """Write a number of parents."""
    return f"{parents} parent" + ("" if parents == 1 else "s")


def operations(flops: float) -> str:
    """Write a number of floating-point operations with two digits and a prefix."""
    rounded = float(f"{flops:.2g}")
    for size, prefix in ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rounded >= size:
            return f"{rounded / size:g} {prefix}FLOP"
    return f"{rounded:g} FLOP"
