"""Render step: errors of all methods where every combination has maps of its own."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import draw_methods


@fig.renders("method", "run", "seen", "held_out", "at_edge")
def run(table: pd.DataFrame, *, headline: fig.Headline, combinations: int) -> fig.Figure:
    """A row for each method; ``combinations`` is the number of all."""
    return draw_methods({f"Separate maps for each of {combinations} pieces": table}, headline)
