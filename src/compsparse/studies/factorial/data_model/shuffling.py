"""Unfactorized distributions with the entropies of factorized ones (document 004, footnote 2).

Permuting the outcomes of p(. | x) keeps its entropy. Independent permutations for different x
destroy the factors of the outputs, whose values no longer mean the same for every input.
"""

from typing import Literal, get_args

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

Shuffle = Literal["parent_states", "inputs"]
SHUFFLES: tuple[Shuffle, ...] = get_args(Shuffle)


def shuffle_outputs(
    groups: Int64[np.ndarray, " x"],
    rows: Float64[np.ndarray, "group y"],
    shuffle: Shuffle,
    random: np.random.Generator,
) -> Float64[np.ndarray, "x y"]:
    """Return p(y | x) with its outcomes permuted.

    ``shuffle`` "parent_states" draws one permutation for each of the ``groups``, so that inputs
    that agreed still agree; "inputs" draws one for each input, so that nothing is shared.
    """
    if shuffle == "parent_states":
        permuted: Float64[np.ndarray, "x y"] = random.permuted(rows, axis=1)[groups]
        return permuted
    return random.permuted(rows[groups], axis=1)


def trivial_graph(graph: FactorGraph) -> FactorGraph:
    """Return the graph of one input and one output factor, which fits every distribution."""
    inputs, outputs = Factorization((graph.inputs.size,)), Factorization((graph.outputs.size,))
    return FactorGraph(inputs, outputs, ((0,),))
