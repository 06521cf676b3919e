"""Error by how many levels of the source are copied and kept."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_rows


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per number of levels and run.

    Params: cells, what each model is; shared, how many levels source and target have in common.
    Ratios are on the logarithm.
    """
    paths = zip(params["cells"], stats.many(inputs, "models"), strict=True)
    table = pd.DataFrame([row for cell, path in paths for row in chosen_rows(path, cell)])
    wide = table.pivot_table(index="run", columns="levels", values="error")
    shared = np.log(wide[params["shared"]])
    fewer = np.log(wide[[of for of in wide.columns if of < params["shared"]]].min(axis=1))
    more = np.log(wide[[of for of in wide.columns if of > params["shared"]]].min(axis=1))
    return stats.Evaluation(
        table,
        {
            "log_ratio_fewer_over_shared": stats.MeanOf((fewer - shared).to_numpy()),
            "log_ratio_more_over_shared": stats.MeanOf((more - shared).to_numpy()),
        },
    )
