"""Render step: error against weights, from few examples and from fresh ones, by depth."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.panels import draw_line_panels

_DATA = {"examples": "few examples", "fresh": "fresh examples in every step"}


@fig.renders("data", "network", "size", "run", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, variables: int) -> fig.Figure:
    """``variables`` is d of the target."""
    dense = set(table["network"]) - {"tree"}
    depths = sorted(int(name.removeprefix("dense_")) for name in dense)
    words = {f"dense_{n}": f"{n} hidden layer{'s' if n > 1 else ''}" for n in depths}
    return draw_line_panels(
        table,
        headline,
        panels=("data", _DATA),
        lines=("network", {**words, "tree": "tree network"}),
        colors=[*fig.sequential(len(depths)), fig.CATEGORIES[1]],
        x=("size", "weights"),
        note=f"Targets: trees of {variables} variables. Dense networks are as large as the tree\n"
        "network; all see equally many examples a step. ",
    )
