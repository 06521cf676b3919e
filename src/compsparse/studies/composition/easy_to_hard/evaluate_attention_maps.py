"""The attention of layer 1 after the mixture, and its mass where the hidden permutations lead."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.attention.model import theory_keys


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per query and key of the first run; statistics are over all runs."""
    history = read_history(stats.single(inputs, "mixture"))
    (keys,) = theory_keys(history.hidden, 1)
    attention = history.first_layer[history.best]
    masses = np.take_along_axis(attention, keys[..., None], axis=-1)[..., 0]
    query, key = np.indices(attention[0].shape).reshape(2, -1)
    table = pd.DataFrame(
        {
            "symbols": history.hidden.shape[2],
            "query": query,
            "key": key,
            "weight": attention[0].reshape(-1).astype(np.float64),
            "wanted": (keys[0][query] == key).astype(np.int64),
        }
    )
    mass = masses.mean(axis=1, dtype=np.float64)
    return stats.Evaluation(table, {"mixture_mass": stats.MeanOf(mass, support=stats.SHARE)})
