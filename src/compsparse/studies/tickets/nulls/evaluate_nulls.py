"""Kept weights of other students, and of labels that teach nothing."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.pruning.kept import kept_rows

_NOISE = "shuffled_labels"


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per student and run; params: cells, what each file is; loss, of R squared.

    Labels that teach nothing are fitted: their rounds are scored on the examples that are learned.
    """
    rows = []
    for cell, path in zip(params["cells"], stats.many(inputs, "rounds"), strict=True):
        part = "learned" if cell["student"] == _NOISE else "choosing"
        rows += kept_rows(path, cell, params["loss"], part)
    table = pd.DataFrame(rows)
    logs = np.log(table.pivot(index="run", columns="student", values="kept"))
    students = table[~table["student"].isin([_NOISE, "another_penalty"])]
    statistics = {
        f"log_ratio_{name}_over_usual": stats.MeanOf((logs[name] - logs["usual"]).to_numpy())
        for name in (_NOISE, "another_penalty")
    }
    slopes = [
        stats.log_log_slope(of["width"].to_numpy(dtype=float), of["kept"].to_numpy())
        for _, of in students.groupby("run")
    ]
    statistics["width_power"] = stats.MeanOf(np.array(slopes))
    columns = ["student", "width", "run", "kept", "share", "prunable", "units"]
    return stats.Evaluation(table[columns], statistics)
