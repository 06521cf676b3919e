"""Render step: one sampled graph from input factors to output factors (document 004, Figure 1)."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.data_model import complexity, factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.data_properties.graph_drawing import draw_graph

_SHOWN = 0  # index of the graph that is drawn


@fig.renders("graph", "input_factor", "input_size", "output_factor", "output_size")
def run(table: pd.DataFrame, *, input_factors: Sequence[int]) -> fig.Figure:
    """Draw graph 0; ``input_factors`` are all sizes, the table has those with edges only."""
    inputs = dict(enumerate(input_factors))
    edges = table[table["graph"] == _SHOWN]
    if edges.empty:
        raise ValueError(f"The table has no graph {_SHOWN}; it has {sorted(set(table['graph']))}.")
    seen, outputs = _sizes(table, "input"), _sizes(table, "output")
    if not seen.items() <= inputs.items():
        raise ValueError(
            f"The table has input factors {seen} (index: size), input_factors says {inputs}; "
            "evaluate and render must be of one design."
        )
    parents = {
        factor: sorted(int(p) for p in edges.loc[edges["output_factor"] == factor, "input_factor"])
        for factor in outputs
    }
    graph = _linked(inputs, outputs, parents)
    figure = fig.new_figure(fig.COLUMN, 0.9 + 0.17 * max(len(inputs), 2 * len(outputs)))
    axes = figure.subplots()
    fig.headline(figure, "Which input factors each output depends on")
    draw_graph(axes, inputs, outputs, parents)
    fig.footer(
        figure,
        f"One of {table['graph'].nunique()} sampled graphs. "
        f"Approximation complexity (AC) {complexity.approximation_complexity(graph):,},\n"
        f"statistical complexity (SC) {complexity.statistical_complexity(graph):,}.",
    )
    return fig.settle(figure)


def _sizes(table: pd.DataFrame, side: str) -> dict[int, int]:
    factors = table[[f"{side}_factor", f"{side}_size"]].drop_duplicates()
    sizes = {int(factor): int(size) for factor, size in factors.itertuples(index=False)}
    if len(sizes) < len(factors):
        raise ValueError(
            f"The table mixes graphs whose {side} factors have different sizes; the figure shows "
            "graphs of one design. Evaluate the datasets of one cell."
        )
    return dict(sorted(sizes.items()))


def _linked(
    inputs: dict[int, int], outputs: dict[int, int], parents: dict[int, list[int]]
) -> FactorGraph:
    """Return the graph of the factors that have edges: the others count in neither complexity."""
    used_inputs = sorted({factor for group in parents.values() for factor in group})
    used_outputs = [factor for factor in outputs if parents[factor]]
    return FactorGraph(
        factorization.Factorization(tuple(inputs[factor] for factor in used_inputs)),
        factorization.Factorization(tuple(outputs[factor] for factor in used_outputs)),
        tuple(
            tuple(used_inputs.index(parent) for parent in parents[factor])
            for factor in used_outputs
        ),
    )
