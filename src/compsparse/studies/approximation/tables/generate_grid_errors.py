"""Step ``generate``: errors of one table over all variables, of any target."""

import numpy as np

from compsparse.studies.approximation.tables.errors import relative_error, table_of_all
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.target import target_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return relative errors [d, grid, run], each run over random points of its own.

    ``axes`` and ``tables``, [d]: variables of a table, and how many tables there are.

    Params: target, a description; variables, a list of d; grids, points in each variable; order, of
    the pieces; points, at random, of a run; values, that a run may ask for, so that there are fewer
    points where each needs many; runs.
    """
    variables, order = params["variables"], params["order"]
    errors = np.empty((len(variables), len(params["grids"]), params["runs"]))
    for a, d in enumerate(variables):
        for run in range(params["runs"]):
            random = generator(params["root_seed"], *params["seed_names"], d, run)
            target = target_of(params["target"], d, random)
            cells = order**d
            if isinstance(target, RandomCosines):  # taken variable by variable
                cells = order * d * target.cosines
            number = max(2, min(params["points"], params["values"] // cells))
            points = random.random((number, d))
            wanted = target(points)
            for b, grid in enumerate(params["grids"]):
                found = table_of_all(target, grid, order, points, cells=cells)
                errors[a, b, run] = relative_error(found, wanted)
    return {
        "data": {
            "variables": np.array(variables),
            "grid": np.array(params["grids"]),
            "axes": np.array(variables),
            "tables": np.ones(len(variables), dtype=np.int64),
            "order": np.array(order),
            "error": errors,
        }
    }
