"""Steps of two targets of equal footprint, one of a small leap and one of a large one."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained
from compsparse.studies.genericity.target.description import Target


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    targets: Mapping[str, Target],
    variables: int,
    pairs: Mapping[str, Mapping[str, str]],
) -> stats.Evaluation:
    """Return one row per run and target of a pair; statistics are logs of ratios of steps.

    A target that is not learned counts with one look more than there were.
    """
    trained = read_trained(stats.many(inputs, "models"), list(targets))
    table = chosen_table(trained, list(targets))
    steps = np.log(table.pivot(index="run", columns="target", values="steps"))
    rows: list[pd.DataFrame] = []
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    differing = 0.0
    for name, pair in pairs.items():
        footprints = []
        for role, target in pair.items():
            polynomial = targets[target].polynomial(variables)
            footprints.append(polynomial.footprint(targets[target].inputs))
            rows.append(
                table[table["target"] == target].assign(
                    pair=name, role=role, footprint=footprints[-1], leap=polynomial.leap
                )
            )
        differing = max(differing, abs(footprints[0] - footprints[1]))
        ratio = steps[pair["large_leap"]] - steps[pair["small_leap"]]
        statistics[f"{name}_log_ratio"] = stats.MeanOf(ratio.to_numpy())
    statistics["largest_difference_of_footprints"] = stats.exact(differing)
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)
