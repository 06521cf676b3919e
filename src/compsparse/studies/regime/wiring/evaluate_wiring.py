"""Do networks with a genome's own wiring align better than controls with as many weights?

All start from random weights. Networks of different wirings reach different errors, so the measure
is the excess over dense networks of the same error, compared run by run.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.scores.excess import SCORES, with_excess, with_references
from compsparse.studies.regime.scores.stored import TargetKind, read_labelled
from compsparse.studies.regime.wiring.controls import CONTROLS, DENSE, GENOME, OWN
from compsparse.studies.regime.wiring.stored import read_judged


@dataclass(frozen=True)
class TrainingLabels:
    """Labels of the networks of all wirings on one target."""

    optimizer: str
    target: str


@stats.evaluates
def run(
    inputs: stats.Inputs, *, networks: Sequence[TrainingLabels], references: Sequence[TargetKind]
) -> stats.Evaluation:
    """Return one row per network: the genomes', of each wiring, and dense reference networks."""
    files = zip(stats.many(inputs, "networks"), stats.many(inputs, "scores"), networks, strict=True)
    scores = pd.concat(
        [read_judged(path, scores, vars(labels)) for path, scores, labels in files],
        ignore_index=True,
    )
    dense_references = read_labelled(stats.many(inputs, "references"), references)
    judged = with_excess(scores, dense_references, by=("target",))
    table = with_references(judged, dense_references)
    trained = judged[judged["kind"] != GENOME]
    counts = trained[trained["kind"] != DENSE].groupby("target")["count"]
    statistics: Statistics = {
        "comparable": stats.exact(float(trained["comparable"].mean()), len(trained)),
        "count_spread": stats.exact(float((counts.max() - counts.min()).max()), len(trained)),
        "stuck": stats.exact(float(trained["stuck"].mean()), len(trained)),
    }
    for optimizer, rows in trained.groupby("optimizer"):
        dense = rows[rows["kind"] == DENSE].groupby("run")["excess_alignment"].mean()
        statistics |= known_mean(f"dense_excess_{optimizer}", dense)
    for cell, rows in judged.groupby(["target", "optimizer"]):
        statistics |= _differences("_".join(map(str, cell)), rows)
    return stats.Evaluation(table, statistics)


def _differences(cell: str, rows: pd.DataFrame) -> Statistics:
    """Return the statistics of one target and optimizer."""
    by_kind = {
        measure: rows[rows["kind"] != GENOME].pivot(index="run", columns="kind", values=measure)
        for measure in ("alignment", *(f"excess_{score}" for score in SCORES))
    }
    aligned = by_kind["excess_alignment"]
    # the higher of two nulls is biased, and made by one optimizer: dense networks show by how much
    found = known_mean(f"excess_{cell}", aligned[OWN] - aligned[DENSE])
    controls = [kind for kind in CONTROLS if kind in aligned]
    for control in controls:
        found |= known_mean(f"over_{control}_{cell}", aligned[OWN] - aligned[control])
    for score in SCORES[1:]:
        wide = by_kind[f"excess_{score}"]
        # a run counts if dense networks reach the errors of all its controls, too
        mean = wide[controls].mean(axis=1, skipna=False)
        found |= known_mean(f"{score}_over_controls_{cell}", wide[OWN] - mean)
    genome = rows.loc[rows["kind"] == GENOME, "alignment"].to_numpy(dtype=np.float64)[0]
    return found | known_mean(f"genome_over_dense_{cell}", genome - by_kind["alignment"][DENSE])
