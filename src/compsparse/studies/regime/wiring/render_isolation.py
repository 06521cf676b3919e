"""Render step: excess of dense networks, by what differs in their training."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.rows import draw_kinds


@fig.renders("kind", "run", "excess", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A row for each variant."""
    kinds = [kind for kind in dict.fromkeys(table["kind"]) if kind != "dense"]
    names = {kind: kind.replace("_", " ") for kind in kinds}
    return draw_kinds(
        table, headline, kinds, ["excess"], "Dense networks of the genome's shape.", names
    )
