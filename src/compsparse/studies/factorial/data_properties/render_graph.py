"""Render step: one sampled graph from input factors to output factors (document 004, Figure 1)."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.data_properties.graph_drawing import draw_graph
from compsparse.studies.factorial.drawing.losses import one_panel


@fig.renders("graph", "input_factor", "input_size", "output_factor", "output_size")
def run(table: pd.DataFrame, *, input_factors: Sequence[int], headline: fig.Headline) -> fig.Figure:
    """Draw graph 0; ``input_factors`` are all sizes, the table has those with edges only."""
    sizes = table.sort_values("output_factor").drop_duplicates("output_factor")
    outputs = dict(zip(sizes["output_factor"], sizes["output_size"], strict=True))
    edges = table[table["graph"] == 0]
    parents = {
        factor: sorted(int(p) for p in edges.loc[edges["output_factor"] == factor, "input_factor"])
        for factor in outputs
    }
    graph = FactorGraph(
        Factorization(tuple(input_factors)),
        Factorization(tuple(int(size) for size in outputs.values())),
        tuple(tuple(group) for group in parents.values()),
    )
    height = 0.9 + 0.17 * max(len(input_factors), 2 * len(outputs))
    figure, axes = one_panel(headline, height)
    draw_graph(axes, dict(enumerate(input_factors)), outputs, parents)
    fig.footer(
        figure,
        f"One of {table['graph'].nunique()} sampled graphs. "
        f"Approximation complexity (AC) {approximation_complexity(graph):,},\n"
        f"statistical complexity (SC) {statistical_complexity(graph):,}.",
    )
    return fig.settle(figure)
