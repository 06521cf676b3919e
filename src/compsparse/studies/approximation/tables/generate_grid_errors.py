"""Step ``generate``: errors of one table over all variables, of any target."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from compsparse.studies.approximation.tables.errors import (
    TableErrors,
    relative_error,
    table_of_all_variables,
    tree_of_tables,
)
from compsparse.studies.approximation.tables.local_pieces import Order
from compsparse.studies.approximation.target.generic import RandomCosines
from compsparse.studies.approximation.target.target import TargetDescription, draw_target
from compsparse.studies.approximation.target.tree import Tree
from workflow_engine.artifacts.named_axes import arrays_of
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
    at_nodes: bool = False,
) -> Outputs:
    """Return ``TableErrors``.

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
        at_nodes: whether a tree has a table at each node in place of one over all variables.
    """
    errors = np.empty((len(variables), len(grids), runs))
    axes, tables = np.array(variables), np.ones(len(variables), dtype=np.int64)
    for row, d in enumerate(variables):
        for run in range(runs):
            random = generator(root_seed, *seed_names, d, run)
            function = draw_target(target, d, random)
            number, cells = points, order**d
            if at_nodes and isinstance(function, Tree):
                axes[row], tables[row] = function.arity, function.nodes
                approximate = partial(tree_of_tables, function)
            else:
                if isinstance(function, RandomCosines):  # evaluated variable by variable
                    cells = order * d * function.cosines
                number = max(2, min(points, values // cells))
                approximate = partial(table_of_all_variables, function, cells=cells)
            places = random.random((number, d))
            wanted = function(places)
            for column, grid in enumerate(grids):
                errors[row, column, run] = relative_error(approximate(grid, order, places), wanted)
    found = TableErrors(np.array(variables), np.array(grids), axes, tables, order, errors)
    return {"data": arrays_of(found)}
