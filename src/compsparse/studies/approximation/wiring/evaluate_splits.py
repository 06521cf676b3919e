"""All balanced splits of the variables: which one needs fewest channels."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.approximation.wiring.channels import channels, right_half
from compsparse.studies.approximation.wiring.generate_spectra import KINDS

_ARRAYS = {
    "variables": Int64[np.ndarray, ""],
    "beyond": Float64[np.ndarray, "kind wiring run channel"],
    "splits": Int64[np.ndarray, "split half"],
    "of_splits": Float64[np.ndarray, "kind split run channel"],
}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per target, split, error and run; params: errors, the second is judged.

    ``pairs`` is how many of the lowest constituents have both variables on one side: all of them
    under the right half, none under the wrong one.
    """
    arrays = stats.read_named_axes(stats.single(inputs, "spectra"), _ARRAYS)
    rows = []
    for at, split in enumerate(arrays["splits"].tolist()):
        pairs = sum((2 * of in split) == (2 * of + 1 in split) for of in range(len(split)))
        for kind, run in np.ndindex(len(KINDS), arrays["of_splits"].shape[2]):
            for error in params["errors"]:
                rows.append(
                    {
                        "target": KINDS[kind],
                        "split": " ".join(map(str, split)),
                        "right": tuple(split) == right_half(int(arrays["variables"])),
                        "pairs": pairs,
                        "error": error,
                        "run": run,
                        "channels": channels(arrays["of_splits"][kind, at, run], error),
                    }
                )
    table = pd.DataFrame(rows)
    judged = table[table["error"] == params["errors"][1]]
    statistics = {}
    for kind, of in judged.groupby("target"):
        others = of[~of["right"]].groupby("run")["channels"]
        right = of[of["right"]].groupby("run")["channels"].first()
        statistics[f"{kind}_least_other_over_right"] = stats.MeanOf(
            (others.min() / right).to_numpy()
        )
        statistics[f"{kind}_median_over_right"] = stats.MeanOf((others.median() / right).to_numpy())
    return stats.Evaluation(table, statistics)
