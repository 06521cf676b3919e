"""Measures in files as tables, and differences between kinds of networks, by two readings.

*As printed*: survival, the share of sweeps after which the picture still shows something, over
sizes of a change, of which the document gives none; signs alone, so that what counts is in how many
scenes a kind of networks is ahead.
*Controlled*: the excess of alignment over dense networks of the same target and depth at the same
error, since a blurred picture changes smoothly whatever its network is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

Numbers = Float64[np.ndarray, " network"]
Statistics = dict[str, stats.Interval | stats.MeanOf]
CONTROLLED = "excess"
READINGS = ("survival", CONTROLLED)
DENSE = "dense"
NAMES = {  # of kinds of networks, in words
    "dense": "dense",
    "similarity": "SP, units merged",
    "connections": "SP, connections",
    "lottery": "lottery ticket",
    "wanda": "Wanda",
    "llm": "LLM-Pruner",
    "random": "random",
    "own": "own wiring",
    "rewired": "rewired",
    "genome": "genome",
    "solution": "from the solution",
}


@dataclass(frozen=True)
class Measures:
    """What ``generate_measures`` writes."""

    run: Int64[np.ndarray, " network"]
    stage: Int64[np.ndarray, " network"]
    count: Int64[np.ndarray, " network"]
    error: Numbers
    ssim: Numbers
    survival: Numbers
    survival_least: Numbers
    alignment: Numbers
    orthogonality: Numbers


def read_measures(
    paths: Sequence[Path], labels: Sequence[Mapping[str, Any]], paints: float
) -> pd.DataFrame:
    """Return a row for each network, with the labels of its file, and whether it ``paints``."""
    tables = [
        pd.DataFrame({**label, **vars(stats.read_dataclass(path, Measures))})
        for path, label in zip(paths, labels, strict=True)
    ]
    table = pd.concat(tables, ignore_index=True)
    return table.assign(paints=(table["ssim"] >= paints).astype(float))


def with_excess(table: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Return the networks with their ``excess``; of dense ones those of the last stage only.

    The alignment of dense networks of the same target, equal in the columns ``by``, is interpolated
    between their stages in the logarithm of the error, and constant beyond.
    """
    keys = [*by, "run"]
    dense = table[table["kind"] == DENSE]
    found = ended(table, *by)
    curves = {key: rows.sort_values("error") for key, rows in dense.groupby(keys if by else "run")}
    expected = []
    for row in found[[*keys, "error"]].itertuples(index=False):
        key = tuple(row[:-1]) if by else row[0]
        curve = curves[key]
        expected.append(
            np.interp(_log(row[-1]), _log(curve["error"].to_numpy()), curve["alignment"])
        )
    return found.assign(excess=found["alignment"] - np.array(expected))


def _log(error: Any) -> Any:
    return np.log(np.maximum(error, 1e-12))  # a perfect picture


def by_kind(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the mean of a measure for each run and kind."""
    return table.pivot_table(index="run", columns="kind", values=measure, sort=False)


def differences(
    table: pd.DataFrame,
    pairs: Sequence[str],
    readings: Sequence[str] = READINGS,
    groups: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Statistics:
    """Return differences over runs, ``<kind>_over_<other>_<reading>`` for each pair.

    Means, and as printed, where signs count, ``<kind>_over_<other>_<reading>_ahead``, the shares of
    runs in which the kind has more; not of excess.

    Args:
        table: networks; of several of a run and kind, such as rounds of pruning, the mean counts.
        pairs: such names without a reading.
        readings: measures that are compared.
        groups: kinds whose mean is compared as one kind, by a name in ``pairs``.
    """
    found: Statistics = {}
    for reading in readings:
        wide = by_kind(table, reading)
        for name, kinds in groups.items():
            wide[name] = wide[list(kinds)].mean(axis=1)
        for pair in pairs:
            kind, _, other = pair.partition("_over_")
            apart = (wide[kind] - wide[other]).to_numpy()
            found[f"{pair}_{reading}"] = stats.MeanOf(apart)
            if reading != CONTROLLED:
                found[f"{pair}_{reading}_ahead"] = share_ahead(apart)
    return found


def share_ahead(apart: Numbers) -> stats.MeanOf:
    """Return the share of differences that are positive, zeros as halves."""
    return stats.MeanOf((1 + np.sign(apart)) / 2, stats.SHARE)


def shares_that_paint(table: pd.DataFrame) -> Statistics:
    """Return ``<kind>_paints``, the share of the networks of each kind that paint."""
    wide = by_kind(table, "paints")
    return {f"{kind}_paints": stats.MeanOf(wide[kind].to_numpy(), stats.SHARE) for kind in wide}


def of_round(table: pd.DataFrame, number: int) -> pd.DataFrame:
    """Return the networks after a round of pruning, and the dense ones."""
    chosen = (table["kind"] == DENSE) | (table["stage"] == number)
    return table[chosen].reset_index(drop=True)


def ended(table: pd.DataFrame, *by: str) -> pd.DataFrame:
    """Return all networks, dense ones, equal in the columns ``by``, of their last stage only."""
    ends = table.groupby([*by, "kind"])["stage"].transform("max")
    return table[(table["kind"] != DENSE) | (table["stage"] == ends)].reset_index(drop=True)
