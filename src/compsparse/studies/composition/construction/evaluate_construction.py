"""How exact the constructed transformer is, by k, N and sharpness (document 003, expressivity)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_ARRAYS = {
    "folds": Int64[np.ndarray, "fold"],
    "symbols": Int64[np.ndarray, "symbols"],
    "sharpness": Float64[np.ndarray, "sharpness"],
    "right": Float64[np.ndarray, "fold symbols sharpness"],
    "error": Float64[np.ndarray, "fold symbols sharpness"],
    "width": Int64[np.ndarray, "fold symbols"],
    "layers": Int64[np.ndarray, "fold symbols"],
}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per k, N and sharpness, and what the sharpest layers get right."""
    arrays = stats.read_named_axes(stats.single(inputs, "outputs"), _ARRAYS)
    rows = [
        {
            "folds": int(k),
            "symbols": int(n),
            "layers": int(arrays["layers"][a, b]),
            "width": int(arrays["width"][a, b]),
            "sharpness": float(beta),
            "right": arrays["right"][a, b, c],
            "error": arrays["error"][a, b, c],
            "leak": float(k * n * arrays["layers"][a, b] * np.exp(-beta)),
        }
        for a, k in enumerate(arrays["folds"])
        for b, n in enumerate(arrays["symbols"])
        for c, beta in enumerate(arrays["sharpness"])
    ]
    table = pd.DataFrame(rows)
    sharpest = table[table["sharpness"] == table["sharpness"].max()]
    log2 = np.log2(sharpest["folds"].to_numpy(dtype=np.float64))
    numbers = sharpest["folds"] * sharpest["symbols"]
    return stats.Evaluation(
        table,
        {
            "right": stats.exact(float(sharpest["right"].min())),
            "error": stats.exact(float(sharpest["error"].max())),
            "layers_beyond_log": stats.exact(float((sharpest["layers"] - log2).max())),
            "width_over_pairs_and_logarithm": stats.exact(
                float((sharpest["width"] / (numbers * (log2 + 3))).max())
            ),
            "error_over_leak": stats.exact(float((table["error"] / table["leak"]).max())),
        },
    )
