"""Conditional distributions that factor along a graph (document 004, Section 4.1, (P4))."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64, Int, Int64

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

# Draws at concentration 0.1 reach 1e-100. Raising them to this floor keeps every logarithm finite
# and moves a mass far below the rounding error of a row's sum.
SMALLEST_PROBABILITY = 1e-30


def sample_tables(
    graph: FactorGraph, concentration: float, random: np.random.Generator
) -> list[Float64[np.ndarray, "_ _"]]:
    """Draw a symmetric Dirichlet table for every output factor, shaped [parent state, outcome]."""
    return [
        np.maximum(
            random.dirichlet(np.full(size, float(concentration)), size=states), SMALLEST_PROBABILITY
        )
        for size, states in zip(graph.outputs.sizes, graph.parent_state_counts, strict=True)
    ]


def conditional_probabilities(
    graph: FactorGraph,
    tables: Sequence[Float64[np.ndarray, "_ _"]],
    inputs: Int[np.ndarray, " x"] | None = None,
) -> Float64[np.ndarray, "x y"]:
    """Return p(y | x), the product of the factors' tables, for all inputs or the given ones."""
    tokens = np.arange(graph.inputs.size) if inputs is None else inputs
    probabilities = np.ones((len(tokens), 1))
    for table, states in zip(tables, graph.parent_states(tokens), strict=True):
        # the first output factor varies fastest, so later factors go in front: [x, later, earlier]
        product = table[states][:, :, None] * probabilities[:, None, :]
        probabilities = product.reshape(len(tokens), -1)
    return probabilities


def distinct_inputs(
    graph: FactorGraph,
) -> tuple[Int64[np.ndarray, " x"], Int64[np.ndarray, " group"]]:
    """Return a group for each input, all of whose parents agree, and one input of each group."""
    relevant = sorted({i for parents in graph.parents for i in parents})
    if not relevant:
        return np.zeros(graph.inputs.size, dtype=np.int64), np.zeros(1, dtype=np.int64)
    space = Factorization(tuple(graph.inputs.sizes[i] for i in relevant))
    coordinates = graph.inputs.coordinates(np.arange(graph.inputs.size))
    groups = space.tokens(coordinates[:, relevant])
    # the representative has coordinate 0 in every factor that no output depends on
    representatives = np.zeros((space.size, len(graph.inputs.sizes)), dtype=np.int64)
    representatives[:, relevant] = space.coordinates(np.arange(space.size))
    return groups, graph.inputs.tokens(representatives)
