"""Render step: one sampled graph from input factors to output factors.

Document 004, Figure 1 (Section 2.1).
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures import api as fig
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.data_properties.graph_drawing import draw_graph

COLUMNS = ("graph", "input_factor", "input_size", "output_factor", "output_size")

_SHOWN = 0  # index of the graph that is drawn


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw graph 0 of the result ``factorial_graph``.

    Params: input_factors, the sizes of all input factors: the table names those with edges only.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column, rows or graph 0, or its factors are not of one design
            or not those of ``input_factors``.
    """
    table = fig.read_result(inputs, params, COLUMNS, allowed=("input_factors",))
    figure = _draw(table, dict(enumerate(params["input_factors"])))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame, inputs: dict[int, int]) -> Figure:
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
    with fig.theme():
        figure = fig.new_figure(fig.COLUMN, 0.9 + 0.17 * max(len(inputs), 2 * len(outputs)))
        axes = figure.subplots()
        fig.headline(figure, "Which input factors each output depends on")
        draw_graph(axes, inputs, outputs, parents)
        fig.footer(
            figure,
            f"One of {table['graph'].nunique()} sampled graphs. "
            f"Approximation complexity (AC) {approximation_complexity(graph):,},\n"
            f"statistical complexity (SC) {statistical_complexity(graph):,}.",
        )
        return fig.settle(figure)


def _sizes(table: pd.DataFrame, side: str) -> dict[int, int]:
    """Return the size of each factor on one side, by index."""
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
        Factorization(tuple(inputs[factor] for factor in used_inputs)),
        Factorization(tuple(outputs[factor] for factor in used_outputs)),
        tuple(
            tuple(used_inputs.index(parent) for parent in parents[factor])
            for factor in used_outputs
        ),
    )
