"""Step ``generate``: draw graphs and conditional tables (document 004, Section 4.1)."""

from itertools import zip_longest

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.data_model import (
    complexity,
    conditionals,
    factorization,
    shuffling,
    worlds,
)
from compsparse.studies.factorial.data_model.dataset import PROBABILITIES
from compsparse.studies.factorial.data_model.graph import FactorGraph, sample_graph
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw ``params["runs"]`` independent datasets over the same factors.

    Params: root_seed; seed_names, the prefix of the random generators' names; input_factors and
    output_factors, lists of sizes; parents or connectivity (see ``sample_graph``); concentration of
    the Dirichlet law; runs. With shuffle (see ``shuffle_outputs``), the dataset has the trivial
    factorization, one table for all. With world (see ``worlds.true_probabilities``), the graph is a
    label, beside other ``probabilities``.
    """
    space_in = factorization.Factorization(tuple(params["input_factors"]))
    space_out = factorization.Factorization(tuple(params["output_factors"]))
    if params["runs"] < 1:
        raise ValueError(f"runs is {params['runs']}; a dataset needs at least 1.")
    parents, connectivity = params.get("parents"), params.get("connectivity")
    concentration = float(params["concentration"])
    graphs: list[FactorGraph] = []
    tables: list[list[Float64[np.ndarray, "_ _"]]] = []
    truths: list[Float64[np.ndarray, "x y"]] = []
    for index in range(params["runs"]):
        # a generator per run and role: more runs, or other tables, change no earlier draw
        names = (params["root_seed"], *params["seed_names"])
        graph = sample_graph(
            space_in,
            space_out,
            generator(*names, "graph", index),
            parents=parents,
            connectivity=None if connectivity is None else float(connectivity),
        )
        drawn = conditionals.sample_tables(graph, concentration, generator(*names, "tables", index))
        if "shuffle" in params:
            graph, drawn = _shuffled(
                graph,
                drawn,
                params["shuffle"],
                generator(*names, "shuffle", params["shuffle"], index),
            )
        if "world" in params:
            random = generator(*names, "world", params["world"], index)
            truth = worlds.true_probabilities(params["world"], graph, drawn, concentration, random)
            truths += [] if truth is None else [truth]
        graphs.append(graph)
        tables.append(drawn)
    space_in, space_out = graphs[0].inputs, graphs[0].outputs
    asked = 0 if parents is None else min(parents, len(space_in.sizes))
    arrays = {
        "input_sizes": np.array(space_in.sizes, dtype=np.int64),
        "output_sizes": np.array(space_out.sizes, dtype=np.int64),
        "adjacency": np.stack([graph.adjacency for graph in graphs]),
        "parents": np.full(len(graphs), asked, dtype=np.int64),
        "approximation_complexity": np.array(
            [complexity.approximation_complexity(graph) for graph in graphs], dtype=np.int64
        ),
        "statistical_complexity": np.array(
            [complexity.statistical_complexity(graph) for graph in graphs], dtype=np.int64
        ),
    }
    for factor, of_factor in enumerate(zip_longest(*tables)):
        arrays[f"tables_{factor}"] = _stack(list(of_factor))
    if truths:
        arrays[PROBABILITIES] = np.stack(truths)
    return {"dataset": arrays}


def _shuffled(
    graph: FactorGraph,
    tables: list[Float64[np.ndarray, "_ _"]],
    shuffle: str,
    random: np.random.Generator,
) -> tuple[FactorGraph, list[Float64[np.ndarray, "_ _"]]]:
    groups, representatives = conditionals.distinct_inputs(graph)
    rows = conditionals.conditional_probabilities(graph, tables, representatives)
    return shuffling.trivial_graph(graph), [
        shuffling.shuffle_outputs(groups, rows, shuffle, random)
    ]


def _stack(
    tables: list[Float64[np.ndarray, "_ outcome"]],
) -> Float64[np.ndarray, "run parent_state outcome"]:
    """Stack the tables of one output factor over runs, with zero rows below the shorter ones."""
    longest = max(len(table) for table in tables)
    return np.stack([np.pad(table, ((0, longest - len(table)), (0, 0))) for table in tables])
