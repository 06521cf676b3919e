"""The documents' statements on pictures from Picbreeder, tested on networks that learn them.

Unlike those of built genomes, their parts are not known, so the measure is the judge's score, in
excess of dense networks of the same error (Document 001, Figures 10 to 23, 30 to 37).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.scores.excess import with_excess
from compsparse.studies.regime.scores.levels import DENSE, RIVALS, ROUNDS, SIMILARITY
from compsparse.studies.regime.scores.stored import Cell, read_labelled

_HEADLINE = "excess_score"
_GENOME = {name: Float64[np.ndarray, ""] for name in ("depth", "width", "count", "difference")}


@dataclass(frozen=True)
class TrainedCell:
    """Labels of networks that one method has pruned and one optimizer trained."""

    depth: int
    kind: str
    target: str
    training: str


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    genomes: Sequence[str],
    scores: Sequence[TrainedCell],
    references: Sequence[Cell],
    depths: Mapping[str, int],
    weights: Mapping[str, Sequence[int]],
    beside: str,
) -> stats.Evaluation:
    """Return one row per network: dense, and after each round of pruning.

    Args:
        genomes: names in the order of the files.
        depths: at which all methods are compared, by genome.
        weights: live weights after each round, by genome.
        beside: the training at other depths.
    """
    drawn = _genomes(genomes, stats.many(inputs, "genomes"))
    networks = read_labelled(stats.many(inputs, "scores"), scores)
    dense_references = read_labelled(stats.many(inputs, "references"), references)
    networks["level"] = [
        DENSE if kind == DENSE else ROUNDS[stage - 1]
        for kind, stage in zip(networks["kind"], networks["stage"], strict=True)
    ]
    networks["wanted"] = [
        count if level == DENSE else weights[target][ROUNDS.index(level)]
        for target, level, count in networks[["target", "level", "count"]].itertuples(index=False)
    ]
    table = with_excess(networks.drop(columns="stage"), dense_references)
    table["genome_depth"] = table["target"].map(drawn["depth"])
    statistics: Statistics = {
        "comparable": stats.exact(float(table["comparable"].mean()), len(table)),
        "distinct_depths": stats.exact(drawn["depth"].nunique(), len(drawn)),
    }
    for target, rows in table.groupby("target", sort=False):
        name = str(target)
        statistics[f"drawn_{name}"] = stats.exact(float(drawn["difference"][name]))
        pruned = rows[rows["level"] != DENSE]
        deviation = float((pruned["count"] / pruned["wanted"] - 1).abs().max())
        statistics[f"count_deviation_{name}"] = stats.exact(deviation, len(pruned))
        best = depths[name]
        at_best = rows[rows["depth"] == best]
        statistics |= _over_depths(rows, name, best, beside)
        statistics |= _excess(at_best, name)
        statistics |= _over_rivals(at_best, name, beside)
    return stats.Evaluation(table, statistics)


def _over_depths(networks: pd.DataFrame, target: str, best: int, training: str) -> Statistics:
    """Return differences of the best depth to each other one, after the last round."""
    last = networks[(networks["level"] == ROUNDS[-1]) & (networks["training"] == training)]
    found: Statistics = {}
    for kind, depth in product(SIMILARITY, sorted(set(networks["depth"]) - {best})):
        wide = last[last["kind"] == kind].pivot(index="run", columns="depth", values=_HEADLINE)
        if {best, depth} <= set(wide):
            found |= known_mean(f"over_depth_{depth}_{target}_{kind}", wide[best] - wide[depth])
    return found


def _excess(networks: pd.DataFrame, target: str) -> Statistics:
    """Return the excess after the last round minus that of the dense networks before."""
    before = networks[networks["level"] == DENSE].set_index("run")[_HEADLINE]
    last = networks[networks["level"] == ROUNDS[-1]]
    found: Statistics = {}
    for (training, kind), rows in last.groupby(["training", "kind"], sort=False):
        change = rows.set_index("run")[_HEADLINE] - before
        found |= known_mean(f"excess_{target}_{kind}_{training}", change)
    return found


def _over_rivals(networks: pd.DataFrame, target: str, training: str) -> Statistics:
    """Return differences of pruning by similarity to each other method at the same count."""
    trained = networks[networks["training"] == training]
    found: Statistics = {}
    for kind, rival, level in product(SIMILARITY, RIVALS, ROUNDS):
        rows = trained[trained["level"] == level]
        ours, theirs = (
            rows[rows["kind"] == name].set_index("run")[_HEADLINE] for name in (kind, rival)
        )
        found |= known_mean(f"over_{rival}_{level}_{target}_{kind}", ours - theirs)
    return found


def _genomes(names: Sequence[str], paths: Sequence[Path]) -> pd.DataFrame:
    """Return depth and width of each genome's layered network, and the error of its image."""
    rows = [stats.read_named_axes(path, _GENOME) for path in paths]
    return pd.DataFrame(
        [{name: float(value) for name, value in row.items()} for row in rows], index=list(names)
    )
