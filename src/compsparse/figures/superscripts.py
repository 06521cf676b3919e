"""Powers as plain type, 10⁻³: formula type looks alike here and takes ten times as long to set."""

import re

from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatterSciNotation

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_FORMULA = re.compile(r"\$\\mathdefault\{(-?)(?:(.*)\\times)?(\d+)\^\{(-?\d+)\}\}\$")


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


def plain_powers(figure: Figure) -> None:
    """Write the powers on all logarithmic axes of a figure as plain type."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            for formatter, replace in (
                (axis.get_major_formatter(), axis.set_major_formatter),
                (axis.get_minor_formatter(), axis.set_minor_formatter),
            ):
                # not where the figure has labels of its own
                if type(formatter) is LogFormatterSciNotation:
                    replace(PowerFormatter(labelOnlyBase=formatter.labelOnlyBase))
