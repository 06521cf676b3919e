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
    biased: Sequence[str],
    larger_footprint: str,
) -> stats.Evaluation:
    """Return one row per run and target, with its exact footprint.

    ``offset`` is the mean of an input over its deviation: of a shift of signs the shift, of biased
    signs what the bias comes to. Ratios of steps are of the largest and of no offset, and of the
    smallest bias and the shifted target ``larger_footprint``.
    """
    trained = read_trained(stats.many(inputs, "models"), list(targets))
    table = chosen_table(trained, list(targets))
    table = table[table["target"].isin([*shifted, *biased])].reset_index(drop=True)
    for name in (*shifted, *biased):
        law = targets[name].inputs
        rows = table["target"] == name
        table.loc[rows, "law"] = "shifted" if name in shifted else "biased"
        table.loc[rows, "offset"] = law.mean / law.deviation
        table.loc[rows, "footprint"] = targets[name].polynomial(variables).footprint(law)
    wide = np.log(table.pivot(index="run", columns="target", values="steps"))
    unlearned = 1 - table.pivot(index="run", columns="target", values="learned").astype(float)
    none = shifted[0]
    fall = {name: (wide[name] - wide[none]).to_numpy() for name in (shifted[-1], biased[-1])}
    return stats.Evaluation(
        table,
        {
            "largest_over_smallest_shift": stats.MeanOf(fall[shifted[-1]]),
            "largest_bias_over_none": stats.MeanOf(fall[biased[-1]]),
            "bias_over_larger_footprint": stats.MeanOf(
                (wide[biased[0]] - wide[larger_footprint]).to_numpy()
            ),
            "unshifted_not_learned": stats.MeanOf(unlearned[none].to_numpy(), stats.SHARE),
        },
    )
