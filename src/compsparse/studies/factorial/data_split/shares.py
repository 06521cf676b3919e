"""The share of inputs seen, as an axis and in words; numbers of parents in colors and words."""

from collections.abc import Iterable

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.notation import parent_range

_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


def share_axis(axes: fig.Axes) -> None:
    """Make the horizontal axis logarithmic with few round ticks, once everything is drawn."""
    # only ticks within the limits are set
    axes.set_xscale("log")
    axes.margins(x=0.04)
    low, high = axes.get_xlim()
    fig.set_ticks(axes.xaxis, [tick for tick in _TICKS if low <= tick <= high])
    axes.set_xlabel("share of inputs seen in training, γ")


def parents_styles(parents: Iterable[int]) -> fig.Styles[int]:
    """Return words and a color for each number of parents, dark for the most."""
    distinct = sorted(set(parents))
    colors = fig.sequential(len(distinct))
    return {n: (parent_range([n]), color) for n, color in zip(distinct, colors, strict=True)}


def operations(flops: float) -> str:
    """Write a number of floating-point operations with two digits and a prefix."""
    rounded = float(f"{flops:.2g}")
    for size, prefix in ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rounded >= size:
            return f"{rounded / size:g} {prefix}FLOP"
    return f"{rounded:g} FLOP"
