"""Hidden units of tickets, and weights of each, by number and arity of constituents."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per teacher and run; params: as for kept weights.

    Inputs: kept, the table of kept weights.
    """
    table = read_table(stats.single(inputs, "kept"))
    table = table[table["kind"] == "relu"]
    fitted = table[table["arity"].between(params["least_arity"], params["largest_arity"])]
    fixed = fitted[fitted["constituents"] == params["constituents"]]
    statistics = {
        "weights_per_unit_power": stats.MeanOf(_slopes(fixed, "arity", "per_unit")),
        "units_power": stats.MeanOf(_slopes(fitted, "constituents", "units")),
        "units_arity_power": stats.MeanOf(_slopes(fixed, "arity", "units")),
    }
    columns = ["name", "arity", "constituents", "run", "units", "per_unit", "prunable"]
    return stats.Evaluation(table[columns].reset_index(drop=True), statistics)


def _slopes(rows: pd.DataFrame, by: str, of: str) -> Float64[np.ndarray, " run"]:
    return np.array(
        [
            stats.log_log_slope(inside[by].to_numpy(dtype=float), inside[of].to_numpy(dtype=float))
            for _, inside in rows.groupby("run")
        ]
    )
