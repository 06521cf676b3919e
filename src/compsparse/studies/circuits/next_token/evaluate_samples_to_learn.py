"""Examples until a program is learned, by its number of gates (document 000, Theorem 4)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token.curve import Curve
from compsparse.studies.circuits.next_token.tasks import LEAST_INPUTS, family

_SIZES_FOR_A_SLOPE = 3  # two points always lie on a line


@stats.evaluates
def run(
    inputs: stats.Inputs, *, cells: Sequence[tuple[str, int]], target: float
) -> stats.Evaluation:
    """Return one row per task and run, and the exponents of N* in the number of gates.

    A run that does not learn a task counts in the exponents as one that takes all of its inputs;
    tasks with fewer than ``LEAST_INPUTS`` different inputs for each of the N* examples are in no
    exponent. Inputs: ``curves``.

    Args:
        cells: task and bits of each curve.
        target: fraction of right outputs at which a task counts as learned.
    """
    rows = []
    for path, (task, bits) in zip(stats.many(inputs, "curves"), cells, strict=True):
        curve = stats.read_dataclass(path, Curve)
        needed = curve.samples_to_learn(target)
        most = int(curve.sample_counts[-1])
        rows += [
            (task, bits, curve.inputs, curve.gates, index, int(np.isfinite(n)), min(n, most))
            for index, n in enumerate(needed.tolist())
        ]
    columns = ["task", "bits", "inputs", "gates", "run", "learned", "samples"]
    table = pd.DataFrame(rows, columns=columns)
    table["samples"] = table["samples"].astype(int)
    most_samples = table.groupby(["task", "bits"])["samples"].transform("max")
    table["wide"] = (2.0 ** table["inputs"] >= LEAST_INPUTS * most_samples).astype(int)
    wide = table[table["wide"] == 1]
    sized = wide.groupby(wide["task"].map(family))["gates"].nunique()
    groups = [*sized[sized >= _SIZES_FOR_A_SLOPE].index]
    # a common slope needs a task of two sizes
    groups += ["all"] if wide.groupby("task")["gates"].nunique().gt(1).any() else []
    slopes: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {
        f"exponent_{name}": (_slope(name), stats.ANY_VALUE) for name in groups
    }
    tokens = wide.assign(samples=wide["inputs"] + wide["gates"])
    predicted = {
        f"tokens_exponent_{name}": stats.exact(common_slope(_members(tokens, name)))
        for name in groups
    }
    every = np.where(wide["learned"] == 1, wide["samples"], 2.0 ** wide["inputs"])
    found = stats.replicate_statistics(wide.assign(samples=every), slopes)
    learned = stats.exact(float(table["learned"].mean()), len(table))
    return stats.Evaluation(table, {**found, **predicted, "learned_share": learned})


def _members(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    return rows if name == "all" else rows[rows["task"].map(family) == name]


def _slope(name: str) -> stats.Statistic:
    return lambda rows: common_slope(_members(rows, name))


def common_slope(rows: pd.DataFrame) -> float:
    """Return one exponent for all tasks, each with an intercept of its own (least squares)."""
    logs = rows[["gates", "samples"]].astype(float).apply(np.log)
    within = logs - logs.groupby(rows["task"]).transform("mean")
    return stats.least_squares_slope(within["gates"].to_numpy(), within["samples"].to_numpy())
