"""Render step: errors of all methods on seen and on held-out combinations, by size."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import draw_methods


@fig.renders("size", "codes", "layers", "method", "run", "seen", "held_out", "at_edge")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A panel for each size, a row for each method."""
    sizes = table.drop_duplicates("size")
    columns = sizes["size"], sizes["codes"], sizes["layers"]
    titles = {
        size: f"E = {codes}, L = {layers}" for size, codes, layers in zip(*columns, strict=True)
    }
    return draw_methods(table, headline, "size", titles)
