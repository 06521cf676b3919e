"""Excess over dense networks of the same error, or of the nearest one that they have.

``excess`` gives none to networks that fit better than every dense one. Here these are compared with
the dense networks that fit best, and those that fit worse than all against the ones that fit worst:
``beyond`` says by how many decades of the error, with its sign. So designs stay balanced.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.studies.regime.judging.null import excess_over
from compsparse.studies.regime.scores.excess import fit_nulls


def with_nearest_excess(
    networks: pd.DataFrame,
    references: pd.DataFrame,
    by: Sequence[str],
    scores: Sequence[str] = ("alignment",),
) -> pd.DataFrame:
    """Return the networks with columns ``excess_<score>`` for each score, and ``beyond``.

    Networks and ``references`` are compared within groups of equal ``by``.
    """
    keys = list(by)
    known = dict(tuple(references.groupby(keys)))
    parts: list[pd.DataFrame] = []
    for key, group in networks.groupby(keys, sort=False):
        errors = group["error"].to_numpy(dtype=np.float64)
        added: dict[str, np.ndarray] = {}
        for score in scores:
            nulls = fit_nulls(known[key], score)
            lowest, highest = min(n.lowest for n in nulls), max(n.highest for n in nulls)
            held = np.clip(np.log10(errors), lowest, highest)
            values = group[score].to_numpy(dtype=np.float64)
            added[f"excess_{score}"] = excess_over(nulls, 10.0**held, values).excess
            added["beyond"] = np.log10(errors) - held
        parts.append(group.assign(**added))
    return pd.concat(parts).sort_index()
