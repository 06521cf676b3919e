"""Worlds: one structure that the document's statements rest on is taken away.

A dataset of such a world keeps the graph and the complexities that were asked for, as a label,
while the true p(y | x) lacks a structure. What holds there as well does not rest on it.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.data_model import conditionals
from compsparse.studies.factorial.data_model.embedding import factor_embedding
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

World = Literal[
    "none",
    "identity",
    "no_factors",
    "scramble",
    "full_graph",
    "wrong_embedding",
    "one_parent",
    "untrained",
]

_OF_DATASETS = ("identity", "no_factors", "scramble", "full_graph", "one_parent")
_OF_EDGES = ("graph",)  # results about the graph alone; at its size p(y | x) would be 130 MB
# where more than one parent is what the claims need; all others would only cost time
_OF_ONE_PARENT = ("samples_to_loss", "layer_probe")
_OF_PLANTED_TABLES = ("identity", "no_factors")
_OF_GIVEN_EMBEDDINGS = ("identity", "wrong_embedding")
# how networks with one are trained
_GIVEN_EMBEDDING = ("training.generalization", "transfer", "fixed_sample_factors")


def of_dataset(world: World, experiment: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return what the world adds to the params of a dataset."""
    # shuffled datasets lack the factors already: they are what others are compared with
    touched = world in _OF_DATASETS and experiment not in _OF_EDGES and "shuffle" not in params
    if world == "one_parent":
        touched = experiment in _OF_ONE_PARENT
    return {"world": world} if touched else {}


def of_training(world: World, setting: str) -> dict[str, Any]:
    """Return what the world adds to the params of a training with the module ``setting``."""
    touched = world in ("identity", "untrained") or (
        world in _OF_GIVEN_EMBEDDINGS and setting in _GIVEN_EMBEDDING
    )
    return {"world": world} if touched else {}


def of_planted_tables(world: World) -> dict[str, Any]:
    """Return what the world adds to the params of small tables with a planted factorization."""
    return {"world": world} if world in _OF_PLANTED_TABLES else {}


def permuted_outcomes(
    world: str, conditional: Float64[np.ndarray, "x y"], random: np.random.Generator
) -> Float64[np.ndarray, "x y"]:
    """Return p(y | x) of a world: without factors, the outcomes of each input in another order."""
    if world not in _OF_PLANTED_TABLES:
        raise ValueError(
            f"world is {world!r}; planted tables know {', '.join(_OF_PLANTED_TABLES)}."
        )
    return random.permuted(conditional, axis=1) if world == "no_factors" else conditional


def true_probabilities(
    world: str,
    graph: FactorGraph,
    tables: Sequence[Float64[np.ndarray, "_ _"]],
    concentration: float,
    random: np.random.Generator,
) -> Float64[np.ndarray, "x y"] | None:
    """Return p(y | x) of a world, or None where it is that of the graph and the tables.

    "no_factors" permutes the outcomes of p(. | x) for each input; "scramble" has each output factor
    read its own permutation of the inputs; "full_graph" draws a row of each factor's table for
    every input, so that all input factors are parents; "one_parent" has each output factor depend
    on its first parent alone, the others at their value 0.
    """
    if world == "identity":
        return None
    if world == "no_factors":
        probabilities = conditionals.conditional_probabilities(graph, tables)
        return permuted_outcomes(world, probabilities, random)
    if world not in ("scramble", "full_graph", "one_parent"):
        raise ValueError(f"world is {world!r}; datasets know {', '.join(_OF_DATASETS)}.")
    trivial = tuple((0,) for _ in graph.outputs.sizes)
    by_input = FactorGraph(Factorization((graph.inputs.size,)), graph.outputs, trivial)
    if world == "full_graph":
        rows = conditionals.sample_tables(by_input, concentration, random)
    else:
        states = graph.parent_states(np.arange(graph.inputs.size))
        rows = [
            table[
                # the first parent's value is the last digit of a joint state
                of_factor % graph.inputs.sizes[parents[0]]
                if world == "one_parent"
                else of_factor[random.permutation(graph.inputs.size)]
            ]
            for table, of_factor, parents in zip(tables, states, graph.parents, strict=True)
        ]
    return conditionals.conditional_probabilities(by_input, rows)


def given_embedding(
    inputs: Factorization, dimension: int, random: np.random.Generator, world: str | None
) -> Float64[np.ndarray, "x dimension"]:
    """Return the factor embedding that a network is given, with its rows permuted if wrong."""
    embedding = factor_embedding(inputs, dimension, random)
    if world == "wrong_embedding":
        return embedding[random.permutation(inputs.size)]
    if world not in (None, "identity", "untrained"):
        raise ValueError(
            f"world is {world!r}; given embeddings know {', '.join(_OF_GIVEN_EMBEDDINGS)}."
        )
    return embedding
