"""Step ``generate``: errors of one table over all variables, of any target."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.tables.errors import (
    relative_error,
    table_of_all_variables,
)
from compsparse.studies.approximation.tables.local_pieces import Order
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.target import TargetDescription, draw_target
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    target: TargetDescription,
    variables: Sequence[int],
    grids: Sequence[int],
    order: Order,
    points: int,
    values: int,
    runs: int,
) -> Outputs:
    """Return relative errors [d, grid, run]; each run has its own random points.

    ``axes`` and ``tables`` [d] are the number of variables of a table, and of tables.

    Args:
        inputs: none.
        root_seed: of all draws.
        seed_names: of all draws.
        target: its description.
        variables: values of d.
        grids: points in each variable.
        order: of the local interpolation.
        points: random points of a run.
        values: of the target, at most, in a run; where a point needs many, there are fewer points.
        runs: number of replicates.
    """
    errors = np.empty((len(variables), len(grids), runs))
    for row, d in enumerate(variables):
        for run in range(runs):
            random = generator(root_seed, *seed_names, d, run)
            function = draw_target(target, d, random)
            cells = order**d
            if isinstance(function, RandomCosines):  # evaluated variable by variable
                cells = order * d * function.cosines
            number = max(2, min(points, values // cells))
            places = random.random((number, d))
            wanted = function(places)
            for column, grid in enumerate(grids):
                found = table_of_all_variables(function, grid, order, places, cells=cells)
                errors[row, column, run] = relative_error(found, wanted)
    return {
        "data": {
            "variables": np.array(variables),
            "grid": np.array(grids),
            "axes": np.array(variables),
            "tables": np.ones(len(variables), dtype=np.int64),
            "order": np.array(order),
            "error": errors,
        }
    }
