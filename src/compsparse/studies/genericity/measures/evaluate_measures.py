"""Linear weight of random Boolean functions, and shifts that give parities a footprint."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Measures:
    """What ``generate_measures`` writes."""

    weight: Float64[np.ndarray, "run bits"]
    bits: Int64[np.ndarray, " bits"]
    shift: Float64[np.ndarray, " degree"]
    degrees: Int64[np.ndarray, " degree"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per run and number of bits, and one per degree.

    The mean linear weight of all functions on n bits is n / 2^n.
    """
    found = stats.read_dataclass(stats.single(inputs, "measures"), Measures)
    expected = found.bits / 2.0**found.bits
    runs = len(found.weight)
    functions = pd.DataFrame(
        {
            "run": np.repeat(np.arange(runs), len(found.bits)),
            "bits": np.tile(found.bits, runs),
            "weight": found.weight.ravel(),
            "expected": np.tile(expected, runs),
        }
    )
    parities = pd.DataFrame({"run": 0, "degree": found.degrees, "shift": found.shift})
    ratio = np.log(found.weight / expected).mean(axis=1)
    return stats.Evaluation(
        pd.concat([functions, parities], ignore_index=True),
        {
            "log_weight_over_expected": stats.MeanOf(ratio),
            "shift_largest_degree": stats.exact(float(found.shift[-1])),
            "shift_smallest_degree": stats.exact(float(found.shift[0])),
        },
    )
