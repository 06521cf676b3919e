"""How many combinations go by experts of their own, and how many are solved, against L E."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import Cells, chosen_errors, summarized


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per size, method and run; logs of ratios to L E are means over sizes."""
    errors = chosen_errors(cells, stats.many(inputs, "models"))
    table = summarized(errors, "size", "codes", "layers")
    table = table[table["method"].isin(("own", "free"))].reset_index(drop=True)
    number = table["codes"] * table["layers"]
    # half a combination where none is solved
    over = pd.DataFrame(
        {
            "run": table["run"],
            "method": table["method"],
            "paths": np.log(table["paths"] / number),
            "solved": np.log(np.maximum(table["solved"], 0.5) / number),
        }
    )
    statistics = {
        f"{method}_{column}": stats.MeanOf(
            over[over["method"] == method].groupby("run")[column].mean().to_numpy()
        )
        for method, column in (("own", "paths"), ("own", "solved"), ("free", "solved"))
    }
    return stats.Evaluation(table, statistics)
