"""Scores of networks of several depths, dense and pruned, and the null of their errors.

And do networks whose units interfere less have the higher scores? (Document 001, abstract.)
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.scores.excess import SCORES, with_excess, with_references
from compsparse.studies.regime.scores.stored import Cell, read_labelled

DENSE = "dense"


@stats.evaluates
def run(
    inputs: stats.Inputs, *, scores: Sequence[Cell], references: Sequence[Cell]
) -> stats.Evaluation:
    """Return one row per network: dense, after each round of pruning, and reference networks."""
    networks = read_labelled(stats.many(inputs, "scores"), scores)
    dense_references = read_labelled(stats.many(inputs, "references"), references)
    judged = with_excess(networks, dense_references)
    last = judged[judged["stage"] == judged.groupby("kind")["stage"].transform("max")]
    dense = last[last["kind"] == DENSE]
    statistics: Statistics = {
        "comparable": stats.exact(float(last["comparable"].mean()), len(last))
    }
    for score in SCORES:
        statistics |= _per_run(dense, f"excess_{score}", f"dense_excess_{score}")
        for target, rows in dense_references.groupby("target"):
            if _repeats(score, rows):
                continue
            slopes = [_slope(networks, score) for _, networks in rows.groupby("run")]
            statistics[f"slope_{target}_{score}"] = stats.MeanOf(np.array(slopes))
    for score in ("alignment", "score"):
        found = correlations_with_orthogonality(last, f"excess_{score}")
        if len(found):
            statistics[f"orthogonality_with_{score}"] = stats.MeanOf(found, (-1.0, 1.0))
    for (name_of_target, kind), rows in last[last["kind"] != DENSE].groupby(["target", "kind"]):
        name = f"{name_of_target}_{kind}"
        before = dense[dense["target"] == name_of_target].set_index(["depth", "run"])
        for score in SCORES:
            if _repeats(score, rows):
                continue
            after = rows.set_index(["depth", "run"])
            # the higher of two nulls is biased, for the networks before pruning as after it
            for column, told in ((score, "gain"), (f"excess_{score}", "excess")):
                change = (after[column] - before[column]).rename("change").reset_index()
                statistics |= _per_run(change, "change", f"{told}_{name}_{score}")
    return stats.Evaluation(with_references(judged, dense_references), statistics)


def _per_run(rows: pd.DataFrame, column: str, name: str) -> Statistics:
    """Return the mean of each run over its comparable networks; a run without any is left out."""
    return known_mean(name, rows.dropna(subset=[column]).groupby("run")[column].mean())


def _repeats(score: str, rows: pd.DataFrame) -> bool:
    """Return whether a score is redundant: the target has no symmetry, or no known parts."""
    if score == "score_with_symmetry":
        return bool((rows[score] == rows["score"]).all())
    return bool(rows[score].isna().all())


def _slope(rows: pd.DataFrame, score: str) -> float:
    """Return the change of the score per decade of the error, depths taken apart."""
    known = rows.dropna(subset=[score])
    logs = np.log10(known["error"])
    by = known["depth"]
    across = logs - logs.groupby(by).transform("mean")
    scores = known[score] - known[score].groupby(by).transform("mean")
    return float((across * scores).sum() / (across**2).sum())


def correlations_with_orthogonality(
    networks: pd.DataFrame, column: str
) -> Float64[np.ndarray, " run"]:
    """Return the correlation of a column with orthogonality over the networks of each run.

    Both less their means over the runs of one target, depth and kind, so that only what differs
    between like networks counts. Runs in which either does not vary are left out.
    """
    known = networks.dropna(subset=[column, "orthogonality"])
    both = known[[column, "orthogonality"]]
    cells = known.groupby(["target", "depth", "kind"])[[column, "orthogonality"]]
    less = both - cells.transform("mean")
    found = [
        float(np.corrcoef(rows[column], rows["orthogonality"])[0, 1])
        for _, rows in less.groupby(known["run"])
        if len(rows) > 1 and (rows.std() > 0).all()
    ]
    return np.array(found, dtype=np.float64)
