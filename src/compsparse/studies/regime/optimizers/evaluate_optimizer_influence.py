"""The same networks pruned by similarity, trained by several optimizers (Figures 18 to 23)."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, mean_by_run
from compsparse.studies.regime.optimizers.left_out import left_out_spreads
from compsparse.studies.regime.scores.levels import ROUNDS, SIMILARITY
from workflow_engine.artifacts.tables import read_table

_MEASURES = ("alignment", "excess_alignment", "score", "excess_score", "log_error")
_PAIRS = {"adam_minus_muon": ("adam", "muon"), "ns20_minus_ns5": ("muon_20", "muon")}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per network after the last round of similarity-based pruning."""
    # networks of a seed start from the same dense network and draw the same pixels
    networks = read_table(stats.single(inputs, "networks"))
    table = networks[
        networks["kind"].isin(SIMILARITY) & (networks["level"] == ROUNDS[-1])
    ].reset_index(drop=True)
    statistics: Statistics = {}
    for method, rows in table.groupby("kind"):
        for measure in _MEASURES:
            wide = rows.pivot(index=["target", "run"], columns="training", values=measure)
            for pair, (first, second) in _PAIRS.items():
                if {first, second} <= set(wide):
                    name = f"{pair}_{method}_{measure}"
                    statistics |= mean_by_run(name, wide[first] - wide[second])
            # spreads need a value for every optimizer
            whole = wide.dropna()
            several = whole.groupby(level="target").filter(lambda rows: len(rows) > 1)
            if wide.shape[1] > 1 and len(several):
                spreads = pd.concat(
                    pd.Series(left_out_spreads(runs.to_numpy(dtype=np.float64)), index=runs.index)
                    for _, runs in several.groupby(level="target")
                )
                statistics |= mean_by_run(f"spread_{method}_{measure}", spreads)
    columns = ["target", "training", "kind", "run", "count", "error", *_MEASURES]
    return stats.Evaluation(table[columns], statistics)
