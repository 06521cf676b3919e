"""Render step: similarity of pictures with their scenes at the smallest count, by method."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.rows import draw_kinds


@fig.renders("kind", "run", "ssim", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline, weights: Sequence[int]) -> fig.Figure:
    """A row for each method."""
    kinds = ["similarity", "connections", "random"]
    return draw_kinds(table, headline, kinds, ["ssim"], f"Pruned to {weights[-1]} weights.")
