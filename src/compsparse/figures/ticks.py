"""Ticks of logarithmic axes: powers as plain type, and no small ticks where powers suffice.

Formula type for 10⁻³ looks alike here and takes ten times as long to set; small ticks were a third
of the time that a figure takes.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatterSciNotation, LogLocator, NullLocator

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_ENOUGH_POWERS = 2
_FORMULA = re.compile(r"\$\\mathdefault\{(-?)(?:(.*)\\times)?(\d+)\^\{(-?\d+)\}\}\$")


def set_ticks(
    axis: Axis, places: Iterable[float | int] | Mapping[Any, str], words: str = "{:g}"
) -> None:
    """Put ticks at these places only: with their words, or with ``words`` formatted by each."""
    ticks = list(places)
    texts = places.values() if isinstance(places, Mapping) else map(words.format, ticks)
    axis.set_ticks(ticks, labels=list(texts))
    axis.set_minor_locator(NullLocator())


def superscript(exponent: int) -> str:
    """Return an integer in raised digits."""
    return str(exponent).translate(_RAISED)


class PowerFormatter(LogFormatterSciNotation):
    """Writes the ticks of a logarithmic axis: which ones have a label is up to matplotlib."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        """Return the label of the tick at ``x``."""
        formula: str = super().__call__(x, pos)
        match = _FORMULA.fullmatch(formula)
        if match is None:
            return formula
        sign, factor, base, exponent = match.groups()
        times = f"{factor}×" if factor else ""
        return f"{sign}{times}{base}{superscript(int(exponent))}"


def set_log_ticks(figure: Figure) -> None:
    """Write powers as plain type and drop small ticks, on all logarithmic axes of a figure.

    Small ticks stay where an axis has fewer than two powers, and ticks of the figure's own stay.
    """
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            for formatter, replace in (
                (axis.get_major_formatter(), axis.set_major_formatter),
                (axis.get_minor_formatter(), axis.set_minor_formatter),
            ):
                if type(formatter) is LogFormatterSciNotation:
                    replace(PowerFormatter(labelOnlyBase=formatter.labelOnlyBase))
            if type(axis.get_minor_locator()) is LogLocator and _powers(axis) >= _ENOUGH_POWERS:
                axis.set_minor_locator(NullLocator())


def _powers(axis: Axis) -> int:
    low, high = sorted(axis.get_view_interval())
    ticks = axis.get_majorticklocs()
    return int(((ticks >= low) & (ticks <= high)).sum())
