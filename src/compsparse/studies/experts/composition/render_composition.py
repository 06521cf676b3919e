"""Render step: errors of all methods on seen and on held-out combinations, by size."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import draw_methods


@fig.renders("codes", "layers", "method", "run", "seen", "held_out", "at_edge")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A panel for each size, a row for each method."""
    sizes = table.groupby(["codes", "layers"], sort=False)
    panels = {f"E = {codes}, L = {layers}": rows for (codes, layers), rows in sizes}
    return draw_methods(panels, headline)
