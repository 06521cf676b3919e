"""Trees of ReLU networks beside the trees of tables that they equal."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.tables.generate_network_outputs import (
    UNITS_OF_HAT,
    NetworkErrors,
)


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per grid and run: table entries, units, errors and the largest difference."""
    found = stats.read_dataclass(stats.single(inputs, "outputs"), NetworkErrors)
    place, run = np.indices(found.network.shape).reshape(2, -1)
    numbers = found.nodes * found.grid[place] ** 2
    columns = {
        "grid": found.grid[place],
        "run": run,
        "numbers": numbers,
        "units": numbers * UNITS_OF_HAT,
        "network_error": found.network.reshape(-1),
        "table_error": found.table.reshape(-1),
        "difference": found.difference.reshape(-1),
    }
    statistics = {
        "difference": stats.exact(float(found.difference.max())),
        "units_over_numbers": stats.exact(float((columns["units"] / numbers).max())),
    }
    return stats.Evaluation(pd.DataFrame(columns), statistics)
