"""A tree as a matrix of weighted edges."""

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float64


def adjacency_matrix(
    nodes: Sequence[str], edges: Mapping[str, Mapping[str, float]]
) -> Float64[np.ndarray, "node node"]:
    """Return the matrix whose row of a node lists its outgoing edges.

    Args:
        nodes: names, in the order of rows and columns.
        edges: weight by the node where an edge starts and the node where it ends.

    Raises:
        ValueError: an edge of an unknown node, or an edge of weight 0, which is none.
    """
    row = {name: place for place, name in enumerate(nodes)}
    matrix = np.zeros((len(nodes), len(nodes)))
    for start, ends in edges.items():
        for end, weight in ends.items():
            if start not in row or end not in row:
                raise ValueError(
                    f"The edge {start}-{end} has a node that is none of {list(nodes)}."
                )
            if weight == 0:
                raise ValueError(f"The edge {start}-{end} has the weight 0; leave it out.")
            matrix[row[start], row[end]] = weight
    return matrix


def nilpotency(matrix: Float64[np.ndarray, "node node"]) -> int:
    """Return the smallest power that is zero: the number of nodes on the longest path.

    Raises:
        ValueError: no power is zero: the graph has a cycle.
    """
    power = np.eye(len(matrix))
    for index in range(1, len(matrix) + 1):
        power = power @ matrix
        if not power.any():
            return index
    raise ValueError("No power of the matrix is zero: its graph has a cycle.")
