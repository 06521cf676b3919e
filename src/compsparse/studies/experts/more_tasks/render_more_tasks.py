"""Render step: errors of all methods on deeper targets and on mixed codes."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import draw_methods


@fig.renders("kind", "method", "run", "seen", "held_out", "at_edge")
def run(table: pd.DataFrame, *, deep: str, rotated: str) -> fig.Figure:
    """A panel for each task, with its title."""
    titles = {"deep": deep, "rotated": rotated}
    panels = {titles[str(kind)]: rows for kind, rows in table.groupby("kind")}
    question = "Does routing by the own code pay in five layers, and for mixed codes?"
    return draw_methods(panels, question)
