"""Render step: exponents of the loss and their stated signs (document 004, Section 5)."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import one_panel

_NAMES = {
    "compute": "compute",
    "embedding_dimension": "dimension d < AC",
    "seen_inputs": "seen inputs",
    "input_factors": "input factors, N fixed",
    "input_factors_unseen": "input factors, N fixed",
    "parents": "parents per output factor",
    "connectivity": "connectivity",
    "approximation_complexity": "AC",
    "statistical_complexity": "SC",
    "statistical_complexity_unseen": "SC",
}
_FALLING, _RISING = fig.CATEGORIES[:2]
_SIGNS = {-1: "falls", 1: "rises"}
_AGREES, _CONTRADICTS, _UNDECIDED = "\N{CHECK MARK}", "\N{BALLOT X}", "?"


def outcome(low: float, high: float, stated: int) -> str:
    """Return whether an interval has the stated sign, the other one, or both."""
    if low <= 0 <= high:
        return _UNDECIDED
    return _AGREES if (low > 0) == (stated > 0) else _CONTRADICTS


def headline(table: pd.DataFrame) -> str:
    """Return the number of exponents with the stated sign and the quantities that contradict it."""
    columns = (table[name].tolist() for name in ("low", "high", "stated"))
    outcomes = [outcome(*row) for row in zip(*columns, strict=True)]
    title = f"{outcomes.count(_AGREES)} of {len(outcomes)} exponents have the stated sign"
    pairs = zip(table["quantity"], outcomes, strict=True)
    against = list(dict.fromkeys(_NAMES[q].split(",")[0] for q, o in pairs if o == _CONTRADICTS))
    if not against:
        return title
    # a second line, and room for one name in it
    named = f"not that of {against[0]}" if len(against) == 1 else f"{len(against)} contradict it"
    return f"{title},\n{named}"


@fig.renders("quantity", "figure", "stated", "exponent", "low", "high", "n")
def run(table: pd.DataFrame) -> fig.Figure:
    figure, axes = one_panel(headline(table), 1.2 + 0.19 * len(table))
    axes.axvline(0, color=fig.GREY, linewidth=0.6)
    columns = (table[name].tolist() for name in ("exponent", "low", "high", "stated"))
    for place, (exponent, low, high, stated) in enumerate(zip(*columns, strict=True)):
        _draw_row(axes, place, exponent, low, high, stated)
    names = [
        f"{_NAMES[quantity]} (Fig. {figure_number})"
        for quantity, figure_number in zip(table["quantity"], table["figure"], strict=True)
    ]
    axes.set_yticks(range(len(table)), names)
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.margins(x=0.08)
    fig.write(axes, "stated:", 1.04, 1.01, frame="axes", fontsize=None, va="bottom")
    axes.set_xlabel("exponent d ln loss / d ln quantity")
    seeds = sorted(set(table["n"]))
    count = f"{seeds[0]}" if len(seeds) == 1 else f"{seeds[0]} to {seeds[-1]}"
    fig.footer(
        figure,
        f"{count} seeds; bar: 95 % interval of the mean. Blue: falls, orange: rises, grey:\n"
        f"both. {_AGREES} as the document states, {_CONTRADICTS} (shaded) contradicts it, "
        f"{_UNDECIDED} undecided.",
    )
    return fig.settle(figure)


def _draw_row(
    axes: fig.Axes, place: int, exponent: float, low: float, high: float, stated: int
) -> None:
    color = _FALLING if high < 0 else _RISING if low > 0 else fig.GREY
    mark = outcome(low, high, stated)
    if mark == _CONTRADICTS:
        axes.axhspan(place - 0.5, place + 0.5, color=fig.GREY, alpha=0.2, linewidth=0)
    axes.plot([low, high], [place, place], color=color, linewidth=1.6)
    axes.plot([exponent], [place], marker="o", color=color)
    sign_color = _FALLING if stated < 0 else _RISING
    style: dict[str, Any] = {
        "color": sign_color,
        "frame": "y data",
        "va": "center",
        "fontsize": None,
    }
    fig.write(axes, f"{_SIGNS[stated]} {mark}", 1.04, place, **style)
