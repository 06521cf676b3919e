"""Step ``generate``: trees of ReLU networks beside the trees of tables that they equal."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.tables.errors import relative_error
from compsparse.studies.approximation.tables.relu_network import tree_of_networks, tree_on_triangles
from compsparse.studies.approximation.target.target import TreeTarget, draw_target
from compsparse.studies.approximation.target.tree import Tree, evaluate_levels
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    target: TreeTarget,
    variables: int,
    grids: Sequence[int],
    points: int,
    runs: int,
) -> Outputs:
    """Return errors [grid, run] of networks and tables, and their largest difference.

    Args:
        inputs: none.
        root_seed: of the points.
        seed_names: of the points.
        target: a tree, in no world.
        variables: d.
        grids: points in each variable of a table.
        points: random points of a run.
        runs: number of replicates.
    """
    errors = {kind: np.empty((len(grids), runs)) for kind in ("network", "table")}
    difference = np.empty((len(grids), runs))
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        tree = draw_target(target, variables, random)
        assert isinstance(tree, Tree)
        places = random.random((points, variables))
        wanted = tree(places)
        for row, grid in enumerate(grids):
            network = evaluate_levels(tree_of_networks(tree, grid), tree.arity, places)
            table = evaluate_levels(tree_on_triangles(tree, grid), tree.arity, places)
            errors["network"][row, run] = relative_error(network, wanted)
            errors["table"][row, run] = relative_error(table, wanted)
            difference[row, run] = np.abs(network - table).max()
    return {
        "data": {
            "grid": np.array(grids),
            "nodes": np.array(variables - 1),
            **errors,
            "difference": difference,
        }
    }
