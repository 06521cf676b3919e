"""Networks pruned by several methods to the same counts, and the null of their errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean, mean_by_run
from compsparse.studies.regime.scores.excess import SCORES, with_excess
from compsparse.studies.regime.scores.levels import (
    DENSE,
    OWN_COUNT,
    RANDOM,
    RIVALS,
    ROUNDS,
    SIMILARITY,
)
from compsparse.studies.regime.scores.stored import Cell, read_labelled

_CONTROLS = {"rivals": RIVALS, "random": (RANDOM,)}


@dataclass(frozen=True)
class PrunedCell:
    """Labels of networks that one method has pruned by one route."""

    depth: int
    kind: str
    route: str  # rounds, or straight to the genome's count
    target: str
    training: str


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    scores: Sequence[PrunedCell],
    references: Sequence[Cell],
    weights: Sequence[int],
    own_counts: Mapping[str, int],
) -> stats.Evaluation:
    """Return one row per network: dense, after each round, and pruned to the genome's count.

    Args:
        weights: target count of each round.
        own_counts: count of the genome, by target.
    """
    networks = read_labelled(stats.many(inputs, "scores"), scores)
    networks["level"] = [
        f"round_{stage}" if route == "rounds" else route
        for route, stage in zip(networks["route"], networks["stage"], strict=True)
    ]
    rounds = dict(zip(ROUNDS, weights, strict=True))
    networks["wanted"] = [
        own_counts[target] if level == OWN_COUNT else rounds.get(level, count)
        for target, level, count in networks[["target", "level", "count"]].itertuples(index=False)
    ]
    networks["log_error"] = np.log10(networks["error"])
    dense_references = read_labelled(stats.many(inputs, "references"), references)
    table = with_excess(networks.drop(columns="route"), dense_references)
    pruned, dense = table[table["level"] != DENSE], table[table["level"] == DENSE]
    statistics: Statistics = {
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


def _differences(rows: pd.DataFrame, prefix: str, training: str) -> Statistics:
    """Return differences of similarity-based pruning to the others, paired by seed."""
    columns = {score: f"excess_{score}" for score in SCORES} | {"error": "log_error"}
    found: Statistics = {}
    for method in SIMILARITY:
        for control, others in _CONTROLS.items():
            if not {method, *others} <= set(rows["kind"]):
                continue
            for measure, column in columns.items():
                name = f"{prefix}over_{control}_{method}_{training}_{measure}"
                found |= known_mean(name, differences(rows, method, others, training, column))
    return found


def _excess_of_random(
    rows: pd.DataFrame, dense: pd.DataFrame, prefix: str, training: str
) -> Statistics:
    """Return the excess of networks pruned at random over that of the dense ones before."""
    found: Statistics = {}
    before = dense.set_index(["target", "run"])
    after = rows[rows["kind"] == RANDOM].set_index(["target", "run"])
    for score in SCORES:
        more = after[f"excess_{score}"] - before[f"excess_{score}"]
        found |= mean_by_run(f"{prefix}random_excess_{training}_{score}", more)
    return found


def _deviation(rows: pd.DataFrame) -> stats.Interval:
    """Return the largest relative deviation of a count from the target count."""
    return stats.exact(float((rows["count"] / rows["wanted"] - 1).abs().max()), len(rows))


KEYS = ["target", "level", "run"]


def select(networks: pd.DataFrame, kind: str, training: str, column: str) -> "pd.Series[float]":
    """Return a column of the networks of a method and training, by target, level and run."""
    chosen = networks[(networks["kind"] == kind) & (networks["training"] == training)]
    return chosen.set_index(KEYS)[column]


def differences(
    networks: pd.DataFrame, kind: str, others: Sequence[str], training: str, column: str
) -> "pd.Series[float]":
    """Return each run's mean difference between a method and the mean of others.

    The mean is over the targets and levels where no method lacks a value.
    """
    rest = pd.concat([select(networks, other, training, column) for other in others], axis=1)
    difference = select(networks, kind, training, column) - rest.mean(axis=1, skipna=False)
    return difference.dropna().groupby(level="run").mean()
