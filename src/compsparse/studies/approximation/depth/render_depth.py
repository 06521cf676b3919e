"""Render step: error against weights, few examples beside fresh ones, a line for each depth."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import Split, draw_line_panels

_DATA = {"examples": "few examples", "fresh": "fresh examples in every step"}


@fig.renders("data", "network", "size", "run", "error")
def run(table: pd.DataFrame, variables: int) -> fig.Figure:
    """``variables`` are named."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Depth alone pays where data do not run out; the wiring pays in both")
    depths = sorted(int(of.removeprefix("dense_")) for of in set(table["network"]) - {"tree"})
    words = {f"dense_{of}": f"{of} hidden layer{'s' if of > 1 else ''}" for of in depths}
    drawn = draw_line_panels(
        figure,
        table,
        Split("data", _DATA),
        Split("network", {**words, "tree": "tree network"}),
        point="size",
        value="error",
        label="weights",
        colors=[*fig.sequential(len(depths)), fig.CATEGORIES[1]],
    )
    drawn.axes[0].set_ylabel("error over variance")
    fig.footer(
        figure,
        f"Target: a tree of {variables} variables. Dense networks are as large as the tree\n"
        f"network; all see equally many examples a step. {fig.band_note(drawn.bands)}",
    )
    return fig.settle(figure, *drawn.labels)
