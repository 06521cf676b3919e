"""All balanced splits of the variables: which one needs the fewest channels."""

from collections.abc import Sequence

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
def run(inputs: stats.Inputs, *, errors: Sequence[float]) -> stats.Evaluation:
    """Return one row per target, split, error and run.

    ``errors`` are fractions of the variance; statistics are at the second one. ``pairs`` counts the
    lowest constituents with both variables on one side: all for the right half, none for the wrong.
    """
    arrays = stats.read_named_axes(stats.single(inputs, "spectra"), _ARRAYS)
    rows = []
    for place, split in enumerate(arrays["splits"].tolist()):
        pairs = sum((2 * k in split) == (2 * k + 1 in split) for k in range(len(split)))
        for kind, run in np.ndindex(len(KINDS), arrays["of_splits"].shape[2]):
            for error in errors:
                rows.append(
                    {
                        "target": KINDS[kind],
                        "split": " ".join(map(str, split)),
                        "right": tuple(split) == right_half(int(arrays["variables"])),
                        "pairs": pairs,
                        "error": error,
                        "run": run,
                        "channels": channels(arrays["of_splits"][kind, place, run], error),
                    }
                )
    table = pd.DataFrame(rows)
    judged = table[table["error"] == errors[1]]
    statistics = {}
    for kind in sorted(KINDS):
        counts = judged[judged["target"] == kind]
        others = counts[~counts["right"]].groupby("run")["channels"]
        right = counts[counts["right"]].groupby("run")["channels"].first()
        statistics[f"{kind}_least_other_over_right"] = stats.MeanOf(
            (others.min() / right).to_numpy()
        )
        statistics[f"{kind}_median_over_right"] = stats.MeanOf((others.median() / right).to_numpy())
    return stats.Evaluation(table, statistics)
