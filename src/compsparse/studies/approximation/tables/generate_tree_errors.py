"""Step ``generate``: errors of trees of tables."""

import numpy as np

from compsparse.studies.approximation.tables import generate_grid_errors
from compsparse.studies.approximation.tables.errors import relative_error, tree_of_tables
from compsparse.studies.approximation.target.target import target_of
from compsparse.studies.approximation.target.tree import Tree
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return relative errors [d, grid, run], each run over random points of its own.

    Params and arrays as those of ``generate_grid_errors``, which does what is asked where a world
    leaves one constituent of all variables: its table is one over all of them.
    """
    if params["target"].get("world") == "one_constituent":
        return generate_grid_errors.run(inputs, params)
    variables, order = params["variables"], params["order"]
    errors = np.empty((len(variables), len(params["grids"]), params["runs"]))
    tables = np.empty(len(variables), dtype=np.int64)
    axes = np.empty_like(tables)
    for a, d in enumerate(variables):
        for run in range(params["runs"]):
            random = generator(params["root_seed"], *params["seed_names"], d, run)
            tree = target_of(params["target"], d, random)
            assert isinstance(tree, Tree)
            axes[a], tables[a] = tree.arity, tree.nodes
            points = random.random((params["points"], d))
            wanted = tree(points)
            for b, grid in enumerate(params["grids"]):
                found = tree_of_tables(tree, grid, order, points)
                errors[a, b, run] = relative_error(found, wanted)
    return {
        "data": {
            "variables": np.array(variables),
            "grid": np.array(params["grids"]),
            "axes": axes,
            "tables": tables,
            "order": np.array(order),
            "error": errors,
        }
    }
