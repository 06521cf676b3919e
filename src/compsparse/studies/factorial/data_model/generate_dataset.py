"""Step ``generate``: draw graphs and conditional tables (document 004, Section 4.1)."""

from collections.abc import Sequence
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
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    input_factors: Sequence[int],
    output_factors: Sequence[int],
    concentration: float,
    runs: int,
    parents: int | None = None,
    connectivity: float | None = None,
    shuffle: shuffling.Shuffle | None = None,
    world: worlds.World | None = None,
) -> Outputs:
    """Draw independent datasets over the same factors.

    Args:
        parents: of each output factor (see ``sample_graph``); given if ``connectivity`` is not.
        connectivity: probability of an edge.
        shuffle: see ``shuffle_outputs``; the dataset then has one input and one output factor and
            a single table.
        world: see ``worlds.true_probabilities``; the graph is then a mere label, and the true
            ``probabilities`` are stored as well.
    """
    space_in = factorization.Factorization(tuple(input_factors))
    space_out = factorization.Factorization(tuple(output_factors))
    graphs: list[FactorGraph] = []
    tables: list[list[Float64[np.ndarray, "_ _"]]] = []
    truths: list[Float64[np.ndarray, "x y"]] = []
    for index in range(runs):
        # a generator per run and role: more runs, or other tables, change no earlier draw
        graph = sample_graph(
            space_in,
            space_out,
            generator(root_seed, *seed_names, "graph", index),
            parents=parents,
            connectivity=connectivity,
        )
        drawn = conditionals.sample_tables(
            graph, concentration, generator(root_seed, *seed_names, "tables", index)
        )
        if shuffle is not None:
            random = generator(root_seed, *seed_names, "shuffle", shuffle, index)
            graph, drawn = _shuffled(graph, drawn, shuffle, random)
        if world is not None:
            random = generator(root_seed, *seed_names, "world", world, index)
            truth = worlds.true_probabilities(world, graph, drawn, concentration, random)
            truths += [] if truth is None else [truth]
        graphs.append(graph)
        tables.append(drawn)
    space_in, space_out = graphs[0].inputs, graphs[0].outputs
    wanted = 0 if parents is None else min(parents, len(space_in.sizes))
    arrays = {
        "input_sizes": np.array(space_in.sizes, dtype=np.int64),
        "output_sizes": np.array(space_out.sizes, dtype=np.int64),
        "adjacency": np.stack([graph.adjacency for graph in graphs]),
        "parents": np.full(len(graphs), wanted, dtype=np.int64),
        "approximation_complexity": np.array(
            [complexity.approximation_complexity(graph) for graph in graphs], dtype=np.int64
        ),
        "statistical_complexity": np.array(
            [complexity.statistical_complexity(graph) for graph in graphs], dtype=np.int64
        ),
    }
    for factor, factor_tables in enumerate(zip_longest(*tables)):
        arrays[f"tables_{factor}"] = _stack(list(factor_tables))
    if truths:
        arrays[PROBABILITIES] = np.stack(truths)
    return {"dataset": arrays}


def _shuffled(
    graph: FactorGraph,
    tables: list[Float64[np.ndarray, "_ _"]],
    shuffle: shuffling.Shuffle,
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
