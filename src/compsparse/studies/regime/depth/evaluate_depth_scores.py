"""Scores of networks of several depths, dense and pruned, beside what their error alone brings."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.depth.interference import correlations_with_orthogonality
from compsparse.studies.regime.scores.excess import SCORES, with_excess
from compsparse.studies.regime.scores.labelled import read_labelled

DENSE = "dense"


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network: dense, after each round of pruning, and reference networks.

    Params: scores and references, the labels target, depth and kind of each file.
    """
    networks = read_labelled(stats.many(inputs, "scores"), params["scores"])
    references = read_labelled(stats.many(inputs, "references"), params["references"])
    judged = with_excess(networks, references)
    table = pd.concat(
        [judged.assign(reference=False), references.assign(reference=True)], ignore_index=True
    )
    last = judged[judged["stage"] == judged.groupby("kind")["stage"].transform("max")]
    dense = last[last["kind"] == DENSE]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "comparable": stats.exact(float(last["comparable"].mean()), len(last))
    }
    for score in SCORES:
        statistics |= _per_run(dense, f"excess_{score}", f"dense_excess_{score}")
        for target, rows in references.groupby("target"):
            if _repeats(score, rows):
                continue
            slopes = [_slope(of_run, score) for _, of_run in rows.groupby("run")]
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
    return stats.Evaluation(table, statistics)


def _per_run(rows: pd.DataFrame, column: str, name: str) -> dict[str, stats.MeanOf]:
    """Return the mean of each run over what is comparable; runs without any have no value."""
    means = rows.dropna(subset=[column]).groupby("run")[column].mean()
    return {name: stats.MeanOf(means.to_numpy(dtype=np.float64))} if len(means) else {}


def _repeats(score: str, rows: pd.DataFrame) -> bool:
    """Return whether a score says nothing more: of targets without symmetry, or without parts."""
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
