"""The slide's tree as a matrix: its entries, its row A, and the paths in its powers."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.matrices.tree_matrix import adjacency_matrix, nilpotency


@stats.evaluates
def run(
    inputs: stats.Inputs, *, nodes: Sequence[str], edges: Mapping[str, Mapping[str, float]]
) -> stats.Evaluation:
    """Return one row per pair of nodes: the weight of the edge, and of all paths of two edges.

    ``edges`` has weights by the nodes where they start and end.
    """
    matrix = adjacency_matrix(nodes, edges)
    paths = matrix @ matrix
    table = pd.DataFrame(
        [
            {"start": start, "end": end, "weight": matrix[i, j], "of_two_edges": paths[i, j]}
            for i, start in enumerate(nodes)
            for j, end in enumerate(nodes)
        ]
    )
    first = edges[nodes[0]]
    row = np.array([first.get(node, 0.0) for node in nodes])
    statistics = {
        "entries": stats.exact(int((matrix != 0).sum())),
        "zeros_share": stats.exact(float((matrix == 0).mean())),
        "row_of_root_difference": stats.exact(float(np.abs(matrix[0] - row).max())),
        "nilpotency": stats.exact(nilpotency(matrix)),
        "empty_rows": stats.exact(int((~matrix.any(axis=1)).sum())),
        **{
            f"path_{nodes[0]}_{nodes[end]}".lower(): stats.exact(float(paths[0, end]))
            for end in np.flatnonzero(paths[0]).tolist()
        },
    }
    return stats.Evaluation(table, statistics)
