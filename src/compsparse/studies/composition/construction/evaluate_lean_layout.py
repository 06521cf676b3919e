"""How exact the shorter tokens are, and how many numbers they have, beside the wide layout."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.construction.outputs import read_outputs, sharpest_of
from compsparse.studies.composition.written_down import lean


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per layout, k, N and sharpness, and what the lean layers get right."""
    layouts = {name: read_outputs(stats.single(inputs, name)) for name in ("wide", "lean")}
    table = pd.concat(layouts, names=["layout"]).reset_index("layout").drop(columns="layers")
    short = layouts["lean"]
    sharpest, statistics = sharpest_of(short)
    pairs = sharpest["folds"] * sharpest["symbols"]
    formula = pairs + sharpest["symbols"] * (np.log2(sharpest["folds"]) + 2)
    sizes = zip(short["folds"], short["symbols"], strict=True)
    leak = [lean.other_keys(folds, symbols) for folds, symbols in sizes] * np.exp(
        -short["sharpness"]
    )
    values = {
        "width_off_formula": (sharpest["width"] - formula).abs().max(),
        "width_over_pairs": (sharpest["width"] / pairs).max(),
        "error_over_leak": (short["error"] / leak).max(),
    }
    exact = {name: stats.exact(float(value)) for name, value in values.items()}
    return stats.Evaluation(table, statistics | exact)
