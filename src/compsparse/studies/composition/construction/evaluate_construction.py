"""How exact the constructed transformer is, by k, N and sharpness (document 003, expressivity)."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.composition.construction.outputs import read_outputs, sharpest_of


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per k, N and sharpness, and what the sharpest layers get right."""
    table = read_outputs(stats.single(inputs, "outputs"))
    keys = table["folds"] * table["symbols"] * table["layers"]
    table["leak"] = keys * np.exp(-table["sharpness"])
    sharpest, statistics = sharpest_of(table)
    log2 = np.log2(sharpest["folds"])
    formula = sharpest["folds"] * sharpest["symbols"] * (log2 + 3)
    values = {
        "layers_beyond_log": (sharpest["layers"] - log2).max(),
        "width_over_pairs_and_logarithm": (sharpest["width"] / formula).max(),
        "error_over_leak": (table["error"] / table["leak"]).max(),
    }
    exact = {name: stats.exact(float(value)) for name, value in values.items()}
    return stats.Evaluation(table, statistics | exact)
