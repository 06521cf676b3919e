"""Scores of networks over those of dense ones of the same error, target and depth.

A blurred image changes smoothly, so badly fitting networks score high for any wiring. Two kinds of
dense reference networks measure how high: networks of the same shape that were stopped early, and
narrower ones trained to the end (``judging.null``).

``with_excess`` gives none to networks that fit better than every dense one. ``with_nearest_excess``
compares these with the dense networks that fit best, and those that fit worse than all against the
ones that fit worst: ``beyond`` says by how many decades of the error, with its sign. So designs
stay balanced.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.studies.regime.judging.null import Null, excess_over, fit_null

# the headline first: the judge without symmetry was right on too few edits (docs/regime/README.md)
SCORES = ("alignment", "score", "score_with_symmetry")


def fit_nulls(references: pd.DataFrame, score: str) -> list[Null]:
    """Return a null for each ``kind`` of reference networks of one target and depth."""
    return [
        fit_null(rows["error"].to_numpy(), rows[score].to_numpy(), rows["run"].to_numpy())
        for _, rows in references.dropna(subset=[score]).groupby("kind", sort=True)
    ]


def with_references(networks: pd.DataFrame, references: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of networks and of reference networks, distinguished by ``reference``."""
    return pd.concat(
        [networks.assign(reference=False), references.assign(reference=True)], ignore_index=True
    )


def with_excess(
    networks: pd.DataFrame, references: pd.DataFrame, by: Sequence[str] = ("target", "depth")
) -> pd.DataFrame:
    """Return the networks with columns ``excess_<score>`` for each score, and ``comparable``.

    The excess, over ``references`` that are equal in ``by``, is NaN where no null reaches the
    error.
    """
    keys = list(by)
    known = dict(tuple(references.groupby(keys)))
    parts: list[pd.DataFrame] = []
    for key, group in networks.groupby(keys, sort=False):
        if key not in known:
            raise ValueError(
                f"No reference networks for {dict(zip(keys, key, strict=True))}; there are some "
                f"for {sorted(map(str, known))}."
            )
        added: dict[str, np.ndarray] = {}
        for score in SCORES:
            if known[key][score].isna().all():  # no parts are known
                added[f"excess_{score}"] = np.full(len(group), np.nan)
                continue
            found = excess_over(
                fit_nulls(known[key], score), group["error"].to_numpy(), group[score].to_numpy()
            )
            added[f"excess_{score}"] = found.excess
            added["comparable"] = found.comparable
        parts.append(group.assign(**added))
    return pd.concat(parts).sort_index()


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
