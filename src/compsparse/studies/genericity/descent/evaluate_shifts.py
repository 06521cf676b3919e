"""Steps to learn a parity against the shift of its origin."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained
from compsparse.studies.genericity.target.description import Target


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    targets: Mapping[str, Target],
    variables: int,
    shifted: Sequence[str],
) -> stats.Evaluation:
    """Return one row per run and shifted target, with its shift and its exact footprint."""
    trained = read_trained(stats.single(inputs, "models"), list(targets))
    table = chosen_table(trained, list(targets))
    table = table[table["target"].isin(shifted)].reset_index(drop=True)
    table["shift"] = table["target"].map({name: targets[name].shift for name in shifted})
    table["footprint"] = table["target"].map(
        {n: targets[n].polynomial(variables).footprint(targets[n].inputs) for n in shifted}
    )
    wide = np.log(table.pivot(index="run", columns="target", values="steps")[list(shifted)])
    unlearned = 1 - table.pivot(index="run", columns="target", values="learned").astype(float)
    return stats.Evaluation(
        table,
        {
            "largest_over_smallest_shift": stats.MeanOf(
                (wide[shifted[-1]] - wide[shifted[0]]).to_numpy()
            ),
            "unshifted_not_learned": stats.MeanOf(unlearned[shifted[0]].to_numpy(), stats.SHARE),
        },
    )
