"""Render step: error against weights, from few examples and from fresh ones, by depth."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import Split, draw_line_panels

_DATA = {"examples": "few examples", "fresh": "fresh examples in every step"}


@fig.renders("data", "network", "size", "run", "error")
def run(table: pd.DataFrame, *, variables: int) -> fig.Figure:
    """``variables`` is d of the target."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Depth alone pays only with unlimited data; the wiring pays in both")
    dense = set(table["network"]) - {"tree"}
    depths = sorted(int(name.removeprefix("dense_")) for name in dense)
    words = {f"dense_{n}": f"{n} hidden layer{'s' if n > 1 else ''}" for n in depths}
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
