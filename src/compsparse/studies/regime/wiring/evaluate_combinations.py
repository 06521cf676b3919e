"""Do edits of two parts compose in dense networks as they do in the genome's own one?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Combined:
    """What ``generate_combinations`` writes."""

    relative_error: Float64[np.ndarray, " run"]


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str]) -> stats.Evaluation:
    """Return one row per scene and kind; the last kind is the genome's own network.

    Scenes where some network has no edits of different parts are left out.
    """
    errors = {
        kind: stats.read_dataclass(path, Combined).relative_error
        for kind, path in zip(kinds, stats.many(inputs, "combinations"), strict=True)
    }
    runs = np.flatnonzero(np.isfinite(list(errors.values())).all(axis=0))
    errors = {kind: values[runs] for kind, values in errors.items()}
    table = pd.concat(
        [
            pd.DataFrame({"run": runs, "kind": kind, "relative_error": values})
            for kind, values in errors.items()
        ],
        ignore_index=True,
    )
    first, *_, genome = kinds
    return stats.Evaluation(
        table,
        {
            f"{first}_error": stats.MeanOf(errors[first]),
            f"{first}_over_genome": stats.MeanOf(errors[first] - errors[genome]),
        },
    )
