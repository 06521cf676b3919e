"""The slide's tree as a matrix: its entries, its row A, and the paths in its powers."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.matrices.tree_matrix import matrix_of, nilpotency


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per pair of nodes: the weight of the edge, and of the paths of two edges.

    Params: nodes; edges, weights by the nodes where they start and end.
    """
    nodes = params["nodes"]
    matrix = matrix_of(nodes, params["edges"])
    paths = matrix @ matrix
    table = pd.DataFrame(
        [
            {"start": start, "end": end, "weight": matrix[i, j], "of_two_edges": paths[i, j]}
            for i, start in enumerate(nodes)
            for j, end in enumerate(nodes)
        ]
    )
    first = params["edges"][nodes[0]]
    row = np.array([first.get(of, 0.0) for of in nodes])
    statistics = {
        "entries": stats.exact(int((matrix != 0).sum())),
        "zeros_share": stats.exact(float((matrix == 0).mean())),
        "row_of_root_difference": stats.exact(float(np.abs(matrix[0] - row).max())),
        "nilpotency": stats.exact(nilpotency(matrix)),
        "empty_rows": stats.exact(int((~matrix.any(axis=1)).sum())),
        **{
            f"path_{nodes[0]}_{nodes[at]}".lower(): stats.exact(float(paths[0, at]))
            for at in np.flatnonzero(paths[0])
        },
    }
    return stats.Evaluation(table, statistics)
