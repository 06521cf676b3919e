"""What the documents say of pictures that people bred on Picbreeder, on networks that learn them.

Their parts are not known, as those of built genomes are, so that it is the judge's score that
counts, in excess of dense networks of the same error (Document 001, Figures 10 to 23, 30 to 37).
"""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.scores.excess import with_excess
from compsparse.studies.regime.scores.labelled import read_labelled
from compsparse.studies.regime.scores.levels import DENSE, RIVALS, ROUNDS, SIMILARITY

_HEADLINE = "excess_score"
_GENOME = {name: Float64[np.ndarray, ""] for name in ("depth", "width", "count", "difference")}
Statistics = dict[str, stats.Interval | stats.MeanOf]


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network: dense, and after each round of pruning.

    Inputs: ``genomes``, ``scores`` and ``references``.
    Params: genomes, their names; scores and references, the labels of each file; depths and
    weights, by genome: where all methods are compared, and live weights after each round; beside,
    the training at other depths.
    """
    genomes = _genomes(params["genomes"], stats.many(inputs, "genomes"))
    networks = read_labelled(stats.many(inputs, "scores"), params["scores"])
    references = read_labelled(stats.many(inputs, "references"), params["references"])
    networks["level"] = [
        DENSE if kind == DENSE else ROUNDS[stage - 1]
        for kind, stage in zip(networks["kind"], networks["stage"], strict=True)
    ]
    networks["wanted"] = [
        count if level == DENSE else params["weights"][target][ROUNDS.index(level)]
        for target, level, count in networks[["target", "level", "count"]].itertuples(index=False)
    ]
    table = with_excess(networks.drop(columns="stage"), references)
    table["genome_depth"] = table["target"].map(genomes["depth"])
    statistics: Statistics = {
        "comparable": stats.exact(float(table["comparable"].mean()), len(table)),
        "distinct_depths": stats.exact(genomes["depth"].nunique(), len(genomes)),
    }
    for target, of_target in table.groupby("target", sort=False):
        name = str(target)
        statistics[f"drawn_{name}"] = stats.exact(float(genomes["difference"][name]))
        pruned = of_target[of_target["level"] != DENSE]
        deviation = float((pruned["count"] / pruned["wanted"] - 1).abs().max())
        statistics[f"count_deviation_{name}"] = stats.exact(deviation, len(pruned))
        best = params["depths"][name]
        at_best = of_target[of_target["depth"] == best]
        statistics |= _over_depths(of_target, name, best, params["beside"])
        statistics |= _excess(at_best, name)
        statistics |= _over_rivals(at_best, name, params["beside"])
    return stats.Evaluation(table, statistics)


def _over_depths(networks: pd.DataFrame, target: str, best: int, training: str) -> Statistics:
    """Return what the best depth has over each other one, after the last round."""
    last = networks[(networks["level"] == ROUNDS[-1]) & (networks["training"] == training)]
    found: Statistics = {}
    for kind, depth in product(SIMILARITY, sorted(set(networks["depth"]) - {best})):
        wide = last[last["kind"] == kind].pivot(index="run", columns="depth", values=_HEADLINE)
        if {best, depth} <= set(wide):
            found |= _mean(f"over_depth_{depth}_{target}_{kind}", wide[best] - wide[depth])
    return found


def _excess(networks: pd.DataFrame, target: str) -> Statistics:
    """Return the excess after the last round minus that of the dense networks before."""
    before = networks[networks["level"] == DENSE].set_index("run")[_HEADLINE]
    last = networks[networks["level"] == ROUNDS[-1]]
    found: Statistics = {}
    for (training, kind), rows in last.groupby(["training", "kind"], sort=False):
        change = rows.set_index("run")[_HEADLINE] - before
        found |= _mean(f"excess_{target}_{kind}_{training}", change)
    return found


def _over_rivals(networks: pd.DataFrame, target: str, training: str) -> Statistics:
    """Return what pruning by similarity has over each other method at the same count."""
    of_training = networks[networks["training"] == training]
    found: Statistics = {}
    for kind, rival, level in product(SIMILARITY, RIVALS, ROUNDS):
        rows = of_training[of_training["level"] == level]
        ours, theirs = (
            rows[rows["kind"] == name].set_index("run")[_HEADLINE] for name in (kind, rival)
        )
        found |= _mean(f"over_{rival}_{level}_{target}_{kind}", ours - theirs)
    return found


def _mean(name: str, samples: "pd.Series[float]") -> Statistics:
    known = samples.dropna().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(known)} if len(known) else {}


def _genomes(names: list[str], paths: list[Path]) -> pd.DataFrame:
    """Return depth and width of each genome's layered network, and how well it draws."""
    rows = [stats.read_named_axes(path, _GENOME) for path in paths]
    return pd.DataFrame(
        [{name: float(value) for name, value in row.items()} for row in rows], index=names
    )
