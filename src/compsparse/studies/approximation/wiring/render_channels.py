"""Render step: channels against d, right and wrong wiring, a panel for each target."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import Split, draw_line_panels

_TITLES = {"tree": "target: a tree", "generic": "target: generic"}


@fig.renders("variables", "target", "wiring", "error", "run", "channels", "capped")
def run(table: pd.DataFrame, *, error: float) -> fig.Figure:
    """``error`` is that shown."""
    rows = table[table["error"] == error]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, "A wiring that matches the target pays")
    drawn = draw_line_panels(
        figure,
        rows,
        Split("target", _TITLES),
        Split("wiring", {"right": "right wiring", "wrong": "wrong wiring"}),
        point="variables",
        value="channels",
        label="d, variables",
        dots=True,
    )
    for axes in drawn.axes:
        axes.yaxis.set_major_locator(fig.FixedLocator([1, 2, 4, 8, 16, 32, 64, 128, 256]))
        axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_locator(fig.NullLocator())
    drawn.axes[0].set_ylabel("channels above half of the variables")
    fig.footer(
        figure,
        f"Least channels of a tree network whose error is {error:g} of the variance: ranks,\n"
        "nothing is trained. Right: the first half of the variables; wrong: every second one.\n"
        f"{fig.band_note(drawn.bands)}",
    )
    return fig.settle(figure, *drawn.labels)
