"""How many combinations go by experts of their own, and how many are solved, against L E."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning import measured


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: measured.Cells) -> stats.Evaluation:
    """Return one row per size, method and run; logs of ratios to L E are means over sizes."""
    table = measured.summarized(measured.chosen_errors(cells, inputs), "size", "codes", "layers")
    table = table[table["method"].isin(("own", "free"))].reset_index(drop=True)
    number = table["codes"] * table["layers"]
    # half a combination where none is solved
    solved = np.log(np.maximum(table["solved"], 0.5) / number)
    over = table.assign(paths=np.log(table["paths"] / number), solved=solved)
    means = over.groupby(["method", "run"])[["paths", "solved"]].mean()
    statistics = {
        f"{method}_{column}": stats.MeanOf(means[column].xs(method).to_numpy())
        for method, column in (("own", "paths"), ("own", "solved"), ("free", "solved"))
    }
    return stats.Evaluation(table, statistics)
