"""Networks pruned by several methods to the same counts, beside what their error alone brings."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.scores.excess import SCORES, with_excess
from compsparse.studies.regime.scores.labelled import read_labelled
from compsparse.studies.regime.scores.levels import (
    DENSE,
    OWN_COUNT,
    RANDOM,
    RIVALS,
    ROUNDS,
    SIMILARITY,
)
from compsparse.studies.regime.scores.paired import over

_CONTROLS = {"rivals": RIVALS, "random": (RANDOM,)}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network: dense, after each round, and pruned to the genome's count.

    Params: scores, the labels target, depth, training, kind and route of each file; references,
    those of reference networks; weights, the wanted count of each round; own_counts, by target.
    """
    networks = read_labelled(stats.many(inputs, "scores"), params["scores"])
    references = read_labelled(stats.many(inputs, "references"), params["references"])
    networks["level"] = [
        f"round_{stage}" if route == "rounds" else route
        for route, stage in zip(networks["route"], networks["stage"], strict=True)
    ]
    rounds = dict(zip(ROUNDS, params["weights"], strict=True))
    networks["wanted"] = [
        params["own_counts"][target] if level == OWN_COUNT else rounds.get(level, count)
        for target, level, count in networks[["target", "level", "count"]].itertuples(index=False)
    ]
    networks["log_error"] = np.log10(networks["error"])
    table = with_excess(networks.drop(columns="route"), references)
    pruned, dense = table[table["level"] != DENSE], table[table["level"] == DENSE]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "comparable": stats.exact(float(table["comparable"].mean()), len(table)),
        "count_deviation": _deviation(pruned[pruned["level"].isin(ROUNDS)]),
        "own_count_deviation": _deviation(pruned[pruned["level"] == OWN_COUNT]),
    }
    for training, rows in pruned.groupby("training", sort=False):
        by_level = {
            "": rows[rows["level"].isin(ROUNDS)],
            "own_count_": rows[rows["level"] == OWN_COUNT],
        }
        for prefix, chosen in by_level.items():
            statistics |= _differences(chosen, prefix, str(training))
            statistics |= _excess_of_random(chosen, dense, prefix, str(training))
    return stats.Evaluation(table, statistics)


def _differences(rows: pd.DataFrame, prefix: str, training: str) -> dict[str, stats.MeanOf]:
    """Return what similarity-based pruning has over the others, paired by seed."""
    columns = {score: f"excess_{score}" for score in SCORES} | {"error": "log_error"}
    found: dict[str, stats.MeanOf] = {}
    for method in SIMILARITY:
        for control, others in _CONTROLS.items():
            if not _has(rows, (method, *others)):
                continue
            for measure, column in columns.items():
                samples = over(rows, method, others, training, column)
                if len(samples):
                    name = f"{prefix}over_{control}_{method}_{training}_{measure}"
                    found[name] = stats.MeanOf(samples)
    return found


def _excess_of_random(
    rows: pd.DataFrame, dense: pd.DataFrame, prefix: str, training: str
) -> dict[str, stats.MeanOf]:
    """Return the excess of networks pruned at random over that of the dense ones before."""
    found: dict[str, stats.MeanOf] = {}
    before = dense.set_index(["target", "run"])
    after = rows[rows["kind"] == RANDOM].set_index(["target", "run"])
    for score in SCORES:
        more = (after[f"excess_{score}"] - before[f"excess_{score}"]).dropna()
        means = more.groupby("run").mean().to_numpy(dtype=np.float64)
        if len(means):
            found[f"{prefix}random_excess_{training}_{score}"] = stats.MeanOf(means)
    return found


def _deviation(rows: pd.DataFrame) -> stats.Interval:
    """Return the largest share by which a count misses the wanted one."""
    return stats.exact(float((rows["count"] / rows["wanted"] - 1).abs().max()), len(rows))


def _has(rows: pd.DataFrame, kinds: Sequence[str]) -> bool:
    return set(kinds) <= set(rows["kind"])
