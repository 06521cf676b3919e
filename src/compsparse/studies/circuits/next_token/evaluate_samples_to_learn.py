"""Examples until a program is learned, by its number of gates (document 000, Theorem 4)."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token.curve import read_curve
from compsparse.studies.circuits.next_token.tasks import family

_SIZES_FOR_A_SLOPE = 3  # two lie on their line, whatever happens between


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per task and run, and the exponents of N* in the number of gates.

    A run that never learns its task has no N*; the slopes take twice the largest N for it, and
    learned_share tells that there is one.

    Inputs: curves. Params: target; cells, task and bits of each curve.
    """
    rows = []
    for path, (task, bits) in zip(stats.many(inputs, "curves"), params["cells"], strict=True):
        curve = read_curve(path)
        found = curve.samples_to_learn(params["target"])
        most = int(curve.sample_counts[-1])
        rows += [
            (task, bits, curve.inputs, curve.gates, index, int(np.isfinite(n)), min(n, 2 * most))
            for index, n in enumerate(found.tolist())
        ]
    columns = ["task", "bits", "inputs", "gates", "run", "learned", "samples"]
    table = pd.DataFrame(rows, columns=columns)
    table["samples"] = table["samples"].astype(int)
    sized = table.groupby(table["task"].map(family))["gates"].nunique()
    slopes: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {
        f"exponent_{name}": (_slope_of(name), stats.ANY_VALUE)
        for name in sized[sized >= _SIZES_FOR_A_SLOPE].index
    }
    slopes["exponent_all"] = common_slope, stats.ANY_VALUE
    learned = stats.exact(float(table["learned"].mean()), len(table))
    return stats.Evaluation(
        table, {**stats.replicate_statistics(table, slopes), "learned_share": learned}
    )


def _slope_of(name: str) -> stats.Statistic:
    return lambda rows: common_slope(rows[rows["task"].map(family) == name])


def common_slope(rows: pd.DataFrame) -> float:
    """Return one exponent for all tasks, each at a level of its own (least squares)."""
    logs = rows[["gates", "samples"]].astype(float).apply(np.log)
    within = logs - logs.groupby(rows["task"]).transform("mean")
    return stats.least_squares_slope(within["gates"].to_numpy(), within["samples"].to_numpy())
