"""Step ``generate``: errors of trees of tables.

Where a world leaves one constituent of all variables, its table is one over all of them.
"""

from functools import partial

from compsparse.studies.approximation.tables import generate_grid_errors

run = partial(generate_grid_errors.run, at_nodes=True)
