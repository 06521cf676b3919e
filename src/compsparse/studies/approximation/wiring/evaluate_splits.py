"""All balanced splits of the variables: which one needs the fewest channels."""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.wiring.channels import channels, right_half
from compsparse.studies.approximation.wiring.generate_spectra import KINDS, AllSpectra


@stats.evaluates
def run(inputs: stats.Inputs, *, errors: Sequence[float]) -> stats.Evaluation:
    """Return one row per target, split, error and run.

    ``errors`` are fractions of the variance; statistics are at the second one. ``pairs`` counts the
    lowest constituents with both variables on one side: all for the right half, none for the wrong.
    """
    spectra = stats.read_dataclass(stats.single(inputs, "spectra"), AllSpectra)
    table = pd.DataFrame(
        {
            "target": kind,
            "split": " ".join(map(str, split)),
            "right": tuple(split) == right_half(spectra.variables),
            "pairs": sum((2 * k in split) == (2 * k + 1 in split) for k in range(len(split))),
            "error": error,
            "run": run,
            "channels": channels(beyond, error),
        }
        for place, split in enumerate(spectra.splits.tolist())
        for kind, by_split in zip(KINDS, spectra.of_splits, strict=True)
        for run, beyond in enumerate(by_split[place])
        for error in errors
    )
    judged = table[table["error"] == errors[1]]
    statistics = {}
    for kind in sorted(KINDS):
        counts = judged[judged["target"] == kind]
        others = counts[~counts["right"]].groupby("run")["channels"]
        right = counts[counts["right"]].groupby("run")["channels"].first()
        for name, found in (("least_other", others.min()), ("median", others.median())):
            ratio = (found / right).to_numpy()
            statistics[f"{kind}_{name}_over_right"] = stats.MeanOf(ratio)
    return stats.Evaluation(table, statistics)
