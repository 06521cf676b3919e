"""Step ``generate``: trees of ReLU networks beside the trees of tables that they equal."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.tables.errors import relative_error, tree_of_tables
from compsparse.studies.approximation.tables.relu_network import (
    NetworkErrors,
    on_triangles,
    relu_network,
)
from compsparse.studies.approximation.target.target import TreeTarget, draw_target
from compsparse.studies.approximation.target.tree import Tree
from workflow_engine.artifacts.named_axes import arrays_of
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
    """Return ``NetworkErrors`` at random ``points``, for a target that is a tree in no world."""
    of_networks, of_tables, difference = np.empty((3, len(grids), runs))
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        tree = draw_target(target, variables, root_seed, run)
        assert isinstance(tree, Tree)
        places = random.random((points, variables))
        wanted = tree(places)
        for row, grid in enumerate(grids):
            network = tree_of_tables(tree, grid, relu_network, places)
            table = tree_of_tables(tree, grid, on_triangles, places)
            of_networks[row, run] = relative_error(network, wanted)
            of_tables[row, run] = relative_error(table, wanted)
            difference[row, run] = np.abs(network - table).max()
    found = NetworkErrors(np.array(grids), variables - 1, of_networks, of_tables, difference)
    return {"data": arrays_of(found)}
