"""Do networks with a genome's own wiring align better than controls of the same counts?

All of them start from random weights. Networks of different wirings reach different errors, so what
is compared is the excess over dense networks of the same error, run by run.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.scores.excess import SCORES, with_excess
from compsparse.studies.regime.scores.stored import read_scores
from compsparse.studies.regime.wiring.controls import CONTROLS, DENSE, GENOME, OWN
from compsparse.studies.regime.wiring.stored import read_judged


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network: the genomes', of each wiring, and dense reference networks.

    Params: networks, the labels target and optimizer of each file of networks and of its scores;
    references, the labels target and kind.
    """
    files = zip(
        stats.many(inputs, "networks"),
        stats.many(inputs, "scores"),
        params["networks"],
        strict=True,
    )
    networks = pd.concat([read_judged(*one) for one in files], ignore_index=True)
    paths = stats.many(inputs, "references")
    references = pd.concat(
        [read_scores(path, label) for path, label in zip(paths, params["references"], strict=True)],
        ignore_index=True,
    )
    judged = with_excess(networks, references, by=("target",))
    table = pd.concat(
        [judged.assign(reference=False), references.assign(reference=True)], ignore_index=True
    )
    trained = judged[judged["kind"] != GENOME]
    counts = trained[trained["kind"] != DENSE].groupby("target")["count"]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "comparable": stats.exact(float(trained["comparable"].mean()), len(trained)),
        "count_spread": stats.exact(float((counts.max() - counts.min()).max()), len(trained)),
        "stuck": stats.exact(float(trained["stuck"].mean()), len(trained)),
    }
    for optimizer, rows in trained.groupby("optimizer"):
        dense = rows[rows["kind"] == DENSE].groupby("run")["excess_alignment"].mean()
        statistics |= _mean(f"dense_excess_{optimizer}", dense)
    for cell, of_cell in judged.groupby(["target", "optimizer"]):
        statistics |= _of_cell("_".join(map(str, cell)), of_cell)
    return stats.Evaluation(table, statistics)


def _of_cell(cell: str, rows: pd.DataFrame) -> dict[str, stats.MeanOf]:
    """Return the statistics of one target and optimizer."""
    whole = {
        measure: rows[rows["kind"] != GENOME].pivot(index="run", columns="kind", values=measure)
        for measure in ("alignment", *(f"excess_{score}" for score in SCORES))
    }
    aligned = whole["excess_alignment"]
    # the higher of two nulls is biased, and made by one optimizer: dense networks say how far
    found = _mean(f"excess_{cell}", aligned[OWN] - aligned[DENSE])
    controls = [kind for kind in CONTROLS if kind in aligned]
    for control in controls:
        found |= _mean(f"over_{control}_{cell}", aligned[OWN] - aligned[control])
    for score in SCORES[1:]:
        wide = whole[f"excess_{score}"]
        # a run counts if all of its controls have an error that dense networks have, too
        mean = wide[controls].mean(axis=1, skipna=False)
        found |= _mean(f"{score}_over_controls_{cell}", wide[OWN] - mean)
    genome = rows.loc[rows["kind"] == GENOME, "alignment"].to_numpy(dtype=np.float64)[0]
    return found | _mean(f"genome_over_dense_{cell}", genome - whole["alignment"][DENSE])


def _mean(name: str, values: pd.Series) -> dict[str, stats.MeanOf]:
    """Return the mean over runs; those whose error no dense network has, have no value."""
    known = values.dropna().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(known)} if len(known) else {}
