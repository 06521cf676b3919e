"""Errors of all methods, a panel for each target, which two figures of this theme draw."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import Split, draw_line_panels
from compsparse.studies.approximation.samples.words import METHODS, TARGETS


def draw_methods(rows: pd.DataFrame, point: str, label: str, headline: str) -> fig.Figure:
    """Draw errors of both targets against a column, with bands; ``headline`` is the message."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.2)
    fig.headline(figure, headline)
    drawn = draw_line_panels(
        figure,
        rows,
        Split("target", TARGETS),
        Split("method", METHODS),
        point=point,
        value="error",
        label=label,
    )
    drawn.axes[0].set_ylabel("error over variance")
    fig.footer(
        figure,
        "Networks have as many weights as the tree network. All methods have equally many\n"
        f"configurations; a fifth of the examples is for validation. {fig.band_note(drawn.bands)}",
    )
    return fig.settle(figure, *drawn.labels)
