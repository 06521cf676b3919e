"""Examples for a small probability of failure (document 000, Theorem 4: log(1/delta)).

Two readings of the theorem's probability: over the examples alone, that some gate is wrong on some
input; and over examples and input, that the output is wrong.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token.curve import Curve

Shares = Float64[np.ndarray, "size run"]


# 1/delta for comparison with rarer failures; a parity is wrong half of the time by chance alone
REFERENCES = {"failure": 2, "error": 4}


@stats.evaluates
def run(
    inputs: stats.Inputs, *, cells: Sequence[tuple[str, int]], groups: int, odds: Sequence[int]
) -> stats.Evaluation:
    """Return failures of groups of runs at each N, and how N grows as failures become rare.

    Inputs: ``curves``.

    Args:
        cells: task and bits of each curve.
        groups: of runs, the unit of intervals.
        odds: 1/delta of the small probabilities of failure.
    """
    tables, statistics = [], {}
    for path, (task, bits) in zip(stats.many(inputs, "curves"), cells, strict=True):
        curve = stats.read_dataclass(path, Curve)
        failed = curve.without_mistake != curve.held_out
        wrong = 1 - curve.outputs_right / curve.held_out
        for name, values in (("failure", failed), ("error", wrong)):
            shares = _by_group(values.astype(np.float64), groups)
            tables.append(_rows(curve, shares, task, bits, name))
            for chances in odds:
                ratio = most_ratio(curve, shares, 1 / chances, 1 / REFERENCES[name])
                statistics[f"{name}_ratio_{chances}_{task}"] = stats.MeanOf(ratio)
    return stats.Evaluation(pd.concat(tables, ignore_index=True), statistics)


def most_ratio(
    curve: Curve, shares: Shares, rare: float, common: float
) -> Float64[np.ndarray, " run"]:
    """Return N at the share ``rare`` over N at ``common``, an upper bound for each run.

    Where the grid does not show an N, ``rare`` counts as reached by its first N or by all inputs,
    ``common`` by a single example, so that what is not learned has no small ratio.
    """
    counted = samples_for(curve, shares, rare)
    reached = shares[-1] <= rare
    beyond = np.where(reached, float(curve.sample_counts[0]), 2.0**curve.inputs)
    counted = np.where(np.isnan(counted), beyond, counted)
    reference = samples_for(curve, shares, common)
    return np.asarray(counted / np.where(np.isnan(reference), 1.0, reference))


def samples_for(curve: Curve, shares: Shares, share: float) -> Float64[np.ndarray, " run"]:
    """Return the N from which on all shares of a run are at most ``share``.

    Between two N of the grid the share is interpolated linearly in log N. NaN where the grid's
    last N does not reach it, or where its first one has passed it already.
    """
    above = shares > share
    last = len(above) - 1 - above[::-1].argmax(axis=0)
    run = np.flatnonzero(above.any(axis=0) & ~above[-1])
    last = last[run]
    before, after = shares[last, run], shares[last + 1, run]
    position = np.log(curve.sample_counts)
    part = (before - share) / (before - after)
    found = np.full(shares.shape[1], np.nan)
    found[run] = np.exp(position[last] + part * (position[last + 1] - position[last]))
    return found


def _by_group(values: Shares, groups: int) -> Float64[np.ndarray, "size group"]:
    sizes, runs = values.shape
    if runs % groups:
        raise ValueError(f"{runs} runs are no {groups} groups of equal size.")
    return np.asarray(values.reshape(sizes, groups, -1).mean(axis=2))


def _rows(
    curve: Curve, shares: Float64[np.ndarray, "size group"], task: str, bits: int, kind: str
) -> pd.DataFrame:
    sizes, groups = shares.shape
    return pd.DataFrame(
        {
            "task": task,
            "bits": bits,
            "kind": kind,
            "samples": np.repeat(curve.sample_counts, groups),
            "run": np.tile(np.arange(groups), sizes),
            "share": shares.ravel(),
            "trainings": curve.runs,
        }
    )
