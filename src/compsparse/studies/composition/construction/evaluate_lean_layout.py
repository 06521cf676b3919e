"""How exact the shorter tokens are, and how many numbers they have, beside the wide layout."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.written_down import lean

_ARRAYS = {
    "folds": Int64[np.ndarray, "fold"],
    "symbols": Int64[np.ndarray, "symbols"],
    "sharpness": Float64[np.ndarray, "sharpness"],
    "right": Float64[np.ndarray, "fold symbols sharpness"],
    "error": Float64[np.ndarray, "fold symbols sharpness"],
    "width": Int64[np.ndarray, "fold symbols"],
}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per layout, k, N and sharpness, and what the lean layers get right."""
    layouts = ("wide", "lean")
    table = pd.concat([_rows(name, inputs) for name in layouts], ignore_index=True)
    short = table[table["layout"] == "lean"]
    sharpest = short[short["sharpness"] == short["sharpness"].max()]
    pairs = sharpest["folds"] * sharpest["symbols"]
    formula = pairs + sharpest["symbols"] * (np.log2(sharpest["folds"]) + 2)
    sizes = zip(short["folds"], short["symbols"], strict=True)
    others = np.array([lean.other_keys(folds, symbols) for folds, symbols in sizes])
    leak = others * np.exp(-short["sharpness"])
    return stats.Evaluation(
        table,
        {
            "right": stats.exact(float(sharpest["right"].min())),
            "error": stats.exact(float(sharpest["error"].max())),
            "width_off_formula": stats.exact(float((sharpest["width"] - formula).abs().max())),
            "width_over_pairs": stats.exact(float((sharpest["width"] / pairs).max())),
            "error_over_leak": stats.exact(float((short["error"] / leak).max())),
        },
    )


def _rows(layout: str, inputs: stats.Inputs) -> pd.DataFrame:
    arrays = stats.read_named_axes(stats.single(inputs, layout), _ARRAYS)
    fold, symbols, sharpness = np.indices(arrays["right"].shape).reshape(3, -1)
    return pd.DataFrame(
        {
            "layout": layout,
            "folds": arrays["folds"][fold],
            "symbols": arrays["symbols"][symbols],
            "width": arrays["width"][fold, symbols],
            "sharpness": arrays["sharpness"][sharpness],
            "right": arrays["right"].reshape(-1),
            "error": arrays["error"].reshape(-1),
        }
    )
