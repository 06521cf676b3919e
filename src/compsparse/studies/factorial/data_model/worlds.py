"""Worlds: one structure that the document's statements depend on is removed.

A dataset of such a world keeps its graph and complexities as labels, while the true p(y | x) lacks
the structure. A claim that holds there as well does not depend on that structure.
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

_DATASETS = ("identity", "no_factors", "scramble", "full_graph", "one_parent")
_GRAPH_ALONE = ("graph",)  # experiments that need no p(y | x), which would take 130 MB
# experiments whose claims need several parents; in all others this world would only cost time
_SEVERAL_PARENTS = ("samples_to_loss", "layer_probe")
_PLANTED_TABLES = ("identity", "no_factors")
_GIVEN_EMBEDDINGS = ("identity", "wrong_embedding")
_GIVEN_EMBEDDING_STEPS = (
    "compsparse.studies.factorial.training.train_generalization",
    "compsparse.studies.factorial.discussion.train_transfer",
    "compsparse.studies.factorial.estimation.train_fixed_sample_factors",
)


def dataset_params(world: World, experiment: str, *, shuffled: bool) -> dict[str, Any]:
    """Return what the world adds to the parameters of a dataset."""
    # shuffled datasets have no factors in any world: others are compared with them
    touched = world in _DATASETS and experiment not in _GRAPH_ALONE and not shuffled
    if world == "one_parent":
        touched = experiment in _SEVERAL_PARENTS
    return {"world": world} if touched else {}


def training_params(world: World, module: str) -> dict[str, Any]:
    """Return what the world adds to the parameters of a training step."""
    touched = world in ("identity", "untrained") or (
        world in _GIVEN_EMBEDDINGS and module in _GIVEN_EMBEDDING_STEPS
    )
    return {"world": world} if touched else {}


def planted_table_params(world: World) -> dict[str, Any]:
    """Return what the world adds to the parameters of tables with a planted factorization."""
    return {"world": world} if world in _PLANTED_TABLES else {}


def permuted_outcomes(
    world: World, conditional: Float64[np.ndarray, "x y"], random: np.random.Generator
) -> Float64[np.ndarray, "x y"]:
    """Return p(y | x) of a world; "no_factors" permutes the outcomes of each input."""
    if world not in _PLANTED_TABLES:
        raise ValueError(f"world is {world!r}; planted tables know {', '.join(_PLANTED_TABLES)}.")
    return random.permuted(conditional, axis=1) if world == "no_factors" else conditional


def true_probabilities(
    world: World,
    graph: FactorGraph,
    tables: Sequence[Float64[np.ndarray, "_ _"]],
    concentration: float,
    random: np.random.Generator,
) -> Float64[np.ndarray, "x y"] | None:
    """Return p(y | x) of a world, or None where it follows from the graph and the tables.

    "no_factors" permutes the outcomes of p(. | x) for each input; "scramble" permutes the inputs
    independently for each output factor; "full_graph" draws a row of each factor's table for every
    input, so that all input factors are parents; "one_parent" makes each output factor depend on
    its first parent alone, with the others fixed at 0.
    """
    if world == "identity":
        return None
    if world == "no_factors":
        probabilities = conditionals.conditional_probabilities(graph, tables)
        return permuted_outcomes(world, probabilities, random)
    if world not in ("scramble", "full_graph", "one_parent"):
        raise ValueError(f"world is {world!r}; datasets know {', '.join(_DATASETS)}.")
    trivial = tuple((0,) for _ in graph.outputs.sizes)
    by_input = FactorGraph(Factorization((graph.inputs.size,)), graph.outputs, trivial)
    if world == "full_graph":
        rows = conditionals.sample_tables(by_input, concentration, random)
    else:
        states = graph.parent_states(np.arange(graph.inputs.size))
        rows = [
            table[
                # the first parent's value is the last digit of a joint state
                factor_states % graph.inputs.sizes[parents[0]]
                if world == "one_parent"
                else factor_states[random.permutation(graph.inputs.size)]
            ]
            for table, factor_states, parents in zip(tables, states, graph.parents, strict=True)
        ]
    return conditionals.conditional_probabilities(by_input, rows)


def given_embedding(
    inputs: Factorization, dimension: int, random: np.random.Generator, world: World | None
) -> Float64[np.ndarray, "x dimension"]:
    """Return a factor embedding; in the world "wrong_embedding" its rows are permuted."""
    embedding = factor_embedding(inputs, dimension, random)
    if world == "wrong_embedding":
        return embedding[random.permutation(inputs.size)]
    if world not in (None, "identity", "untrained"):
        raise ValueError(
            f"world is {world!r}; given embeddings know {', '.join(_GIVEN_EMBEDDINGS)}."
        )
    return embedding
