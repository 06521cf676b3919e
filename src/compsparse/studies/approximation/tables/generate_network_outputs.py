"""Step ``generate``: trees of ReLU networks beside the trees of tables that they are."""

import numpy as np

from compsparse.studies.approximation.tables.errors import relative_error
from compsparse.studies.approximation.tables.relu_network import tree_of_networks, tree_on_triangles
from compsparse.studies.approximation.target.target import target_of
from compsparse.studies.approximation.target.tree import Tree, through
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return errors [grid, run] of networks and tables, and their largest difference.

    Params: target, a description without a world; variables, d; grids, points in each variable of a
    table; points, at random, of a run; runs.
    """
    d, grids = params["variables"], params["grids"]
    error = {of: np.empty((len(grids), params["runs"])) for of in ("network", "table")}
    difference = np.empty((len(grids), params["runs"]))
    for run in range(params["runs"]):
        random = generator(params["root_seed"], *params["seed_names"], run)
        tree = target_of(params["target"], d, random)
        assert isinstance(tree, Tree)
        points = random.random((params["points"], d))
        wanted = tree(points)
        for at, grid in enumerate(grids):
            network = through(tree_of_networks(tree, grid), tree.arity, points)
            table = through(tree_on_triangles(tree, grid), tree.arity, points)
            error["network"][at, run] = relative_error(network, wanted)
            error["table"][at, run] = relative_error(table, wanted)
            difference[at, run] = np.abs(network - table).max()
    return {
        "data": {
            "grid": np.array(grids),
            "nodes": np.array(d - 1),
            "network": error["network"],
            "table": error["table"],
            "difference": difference,
        }
    }
