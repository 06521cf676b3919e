"""The gallery of targets, from the simplest to the most complex one."""

import math
import textwrap

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import display_name
from compsparse.studies.regime.panels import show_picture
from compsparse.studies.regime.targets.colour_lines import from_lines

_COLUMNS = 5
_LETTERS = 17  # of a name on one line


@fig.renders("target", "genome", "complexity", "depth", "units", "weights", "line", "colours")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    pictures = sorted(
        (rows.sort_values("line") for _, rows in table.groupby("target", sort=False)),
        key=lambda rows: float(rows["complexity"].iloc[0]),
    )
    rows = math.ceil(len(pictures) / _COLUMNS)
    columns = min(_COLUMNS, len(pictures))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.52 * rows + 0.65)
    panels = figure.subplots(rows, columns, squeeze=False)
    fig.headline(figure, headline)
    for axes in panels.flat[len(pictures) :]:
        axes.set_axis_off()
    for axes, lines in zip(panels.flat, pictures, strict=False):
        show_picture(axes, from_lines(lines["colours"]))
        first = lines.iloc[0]
        axes.set_title("\n".join(textwrap.wrap(display_name(str(first["target"])), _LETTERS)))
        axes.set_xlabel(_caption(first), fontsize=fig.SMALL_TEXT_SIZE, color=fig.INK)
    fig.footer(
        figure,
        "Complexity: bytes of the PNG over bytes without compression. Layers, units and weights\n"
        "are those of a genome as a layered network, copies of values included.",
    )
    return fig.settle(figure)


def _caption(facts: pd.Series) -> str:
    units = f"{facts['depth']:.0f} layers of {facts['units']:.0f} units"
    built = f"{units}\n{facts['weights']:.0f} weights" if facts["genome"] else "no genome"
    return f"complexity {facts['complexity']:.3f}\n{built}"
