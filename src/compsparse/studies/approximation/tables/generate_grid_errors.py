"""Step ``generate``: errors of tables, at the nodes of a tree or one over all variables."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.approximation.tables.errors import (
    TableErrors,
    pieces,
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
    """Return ``TableErrors``, of random ``points`` for the target of each of several ``runs``.

    Where a point needs many values of the target there are fewer points, so that a run takes
    ``values`` at most. With ``at_nodes`` a tree has a table at each node in place of one over all
    variables; where a world leaves one constituent of all variables, that is the same.
    """
    errors = np.empty((len(variables), len(grids), runs))
    axes, tables = np.array(variables), np.ones(len(variables), dtype=np.int64)
    for row, d in enumerate(variables):
        for run in range(runs):
            random = generator(root_seed, *seed_names, d, run)
            function = draw_target(target, d, root_seed, run)
            tree = function if at_nodes and isinstance(function, Tree) else None
            cells = order**d
            if isinstance(function, RandomCosines):  # evaluated variable by variable
                cells = order * d * function.cosines
            number = max(2, min(points, values // cells))
            if tree:
                number, axes[row], tables[row] = points, tree.arity, tree.nodes
            places = random.random((number, d))
            wanted = function(places)
            for column, grid in enumerate(grids):
                if tree:
                    given = tree_of_tables(tree, grid, pieces(order), places)
                else:
                    given = table_of_all_variables(function, grid, order, places, cells=cells)
                errors[row, column, run] = relative_error(given, wanted)
    found = TableErrors(np.array(variables), np.array(grids), axes, tables, order, errors)
    return {"data": arrays_of(found)}
