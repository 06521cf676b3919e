"""Step ``generate``: errors of trees of tables."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.tables import generate_grid_errors
from compsparse.studies.approximation.tables.errors import relative_error, tree_of_tables
from compsparse.studies.approximation.tables.local_pieces import Order
from compsparse.studies.approximation.target.target import TreeTarget, draw_target
from compsparse.studies.approximation.target.tree import Tree
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    target: TreeTarget,
    variables: Sequence[int],
    grids: Sequence[int],
    order: Order,
    points: int,
    values: int,
    runs: int,
) -> Outputs:
    """Return relative errors [d, grid, run]; each run has its own random points.

    Parameters and arrays are those of ``generate_grid_errors``, which is used where a world leaves
    one constituent of all variables: its table is one over all of them.
    """
    if target.world == "one_constituent":
        return generate_grid_errors.run(
            inputs,
            root_seed=root_seed,
            seed_names=seed_names,
            target=target,
            variables=variables,
            grids=grids,
            order=order,
            points=points,
            values=values,
            runs=runs,
        )
    errors = np.empty((len(variables), len(grids), runs))
    tables = np.empty(len(variables), dtype=np.int64)
    axes = np.empty_like(tables)
    for row, d in enumerate(variables):
        for run in range(runs):
            random = generator(root_seed, *seed_names, d, run)
            tree = draw_target(target, d, random)
            assert isinstance(tree, Tree)
            axes[row], tables[row] = tree.arity, tree.nodes
            places = random.random((points, d))
            wanted = tree(places)
            for column, grid in enumerate(grids):
                found = tree_of_tables(tree, grid, order, places)
                errors[row, column, run] = relative_error(found, wanted)
    return {
        "data": {
            "variables": np.array(variables),
            "grid": np.array(grids),
            "axes": axes,
            "tables": tables,
            "order": np.array(order),
            "error": errors,
        }
    }
