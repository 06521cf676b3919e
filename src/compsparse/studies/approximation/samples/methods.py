"""Methods and targets in the figures of this theme, and errors of all of them in panels."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import draw_line_panels

METHODS = {  # in the order of the legend
    "tree": "tree network",
    "convolution": "convolution",
    "tree_kernel": "tree kernel",
    "kernel": "radial kernel",
    "shallow": "shallow",
    "dense": "dense, 3 layers",
    "wrong_tree": "tree, wrong wiring",
}
TARGETS = {"tree": "target: a tree", "generic": "target: generic"}


def draw_methods(rows: pd.DataFrame, x: str, label: str, headline: fig.Headline) -> fig.Figure:
    """Draw errors of both targets against a column, with bands."""
    return draw_line_panels(
        rows,
        headline,
        panels=("target", TARGETS),
        lines=("method", METHODS),
        x=(x, label),
        note="Networks have as many weights as the tree network. All methods have equally many\n"
        "configurations; a fifth of the examples is for validation. ",
    )
