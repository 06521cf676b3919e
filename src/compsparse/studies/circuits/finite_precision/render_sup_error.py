"""Render step: the sup error, and that of too short codes (document 000, Theorem 2, part 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.finite_precision.real_functions import algebraic, catalogue

_DASHES = (0.0, (3.0, 1.5))


@fig.renders("part", "function", "places", "code_places", "kept", "error", "error_below_one")
def run(table: pd.DataFrame) -> fig.Figure:
    checked, control = (table[table["part"] == part] for part in ("theorem", "control"))
    shortened = int(control["places"].max())
    control = control[control["places"] == shortened]
    functions = checked["function"].unique()
    colors = dict(zip(functions, fig.CATEGORIES[: len(functions)], strict=True))
    figure = fig.new_figure(fig.COLUMN, 4.4)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, "Errors stay within 2⁻ᵐ; √x needs twice the bits")
    ends = _within(above, checked, colors)
    root = _too_short(below, control, shortened, colors)
    fig.footer(
        figure,
        "Exact where the input has few bits, else drawn points and edges; all real x of a\n"
        "cell. Above, cells with f = 1 are left out: there the error is exactly 1 unit, as the\n"
        "largest number of m bits is 1 − 2⁻ᵐ. Below, dots: bits of the error analysis.",
    )
    return fig.settle(figure, fig.label_line_ends(above, ends), fig.label_line_ends(below, root))


def _within(axes: fig.Axes, checked: pd.DataFrame, colors: dict[str, str]) -> list[fig.LineEnd]:
    ends = []
    for name, color in colors.items():
        rows = checked[checked["function"] == name]
        places = rows["places"].to_numpy(dtype=np.float64)
        errors = rows["error_below_one"].to_numpy(dtype=np.float64)
        axes.plot(places, errors, color=color, marker="o", markersize=2.5)
        formula = catalogue.FUNCTIONS[name].formula
        ends.append(fig.LineEnd(float(places[-1]), float(errors[-1]), formula, color))
    axes.axhline(1.0, color=fig.GREY, linewidth=0.9, linestyle=_DASHES)
    place = axes.get_yaxis_transform()
    size = fig.SMALL_TEXT_SIZE
    axes.text(0.03, 1.02, "limit of Theorem 2", color=fig.GREY, fontsize=size, transform=place)
    axes.set_ylim(0.0, 1.2)
    axes.set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
    axes.set_xlabel("output bits m")
    axes.set_ylabel("largest error × 2ᵐ")
    return ends


def _too_short(
    axes: fig.Axes, control: pd.DataFrame, places: int, colors: dict[str, str]
) -> list[fig.LineEnd]:
    ends = []
    for name, color in colors.items():
        rows = control[control["function"] == name].sort_values("kept")
        kept = rows["kept"].to_numpy(dtype=np.float64)
        errors = rows["error"].to_numpy(dtype=np.float64)
        axes.plot(kept, errors, color=color)
        axes.plot(kept[-1], errors[-1], color=color, marker="o")
        if name == algebraic.SQUARE_ROOT.name:
            text = f"{algebraic.SQUARE_ROOT.formula}: twice\nthe bits"
            ends.append(fig.LineEnd(float(kept[-1]), float(errors[-1]), text, color))
    axes.axhline(1.0, color=fig.GREY, linewidth=0.9, linestyle=_DASHES)
    axes.set_yscale("log", base=2)
    ticks = [4**power for power in range(int(np.log2(control["error"].max())) // 2 + 1)]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.set_title(f"codes cut short, m = {places}")
    axes.set_xlabel("input bits that are given, of each coordinate")
    axes.set_ylabel("largest error × 2ᵐ")
    return ends
