"""Unfactorized distributions with the entropies of factorized ones (document 004, footnote 2).

Permuting the outcomes of p(. | x) leaves its entropy as it is. Done independently for different x
it destroys the factors of the outputs, since their labels no longer mean the same thing everywhere.
"""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

SHUFFLES = ("parent_states", "inputs")


def shuffle_outputs(
    groups: Int64[np.ndarray, " x"],
    rows: Float64[np.ndarray, "group y"],
    shuffle: str,
    random: np.random.Generator,
) -> Float64[np.ndarray, "x y"]:
    """Return p(y | x) with its outcomes permuted.

    ``shuffle`` "parent_states" draws one permutation for each of the ``groups``, so that inputs
    that agreed still agree; "inputs" draws one for each input, so that nothing is shared.
    """
    if shuffle == "parent_states":
        permuted: Float64[np.ndarray, "x y"] = random.permuted(rows, axis=1)[groups]
        return permuted
    if shuffle == "inputs":
        return random.permuted(rows[groups], axis=1)
    raise ValueError(f"shuffle is {shuffle!r}; allowed: {', '.join(SHUFFLES)}.")


def trivial_graph(graph: FactorGraph) -> FactorGraph:
    """Return the graph with one input factor, one output factor and an edge, which fits any law."""
    inputs, outputs = Factorization((graph.inputs.size,)), Factorization((graph.outputs.size,))
    return FactorGraph(inputs, outputs, ((0,),))
