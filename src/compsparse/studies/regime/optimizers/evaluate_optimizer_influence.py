"""The same networks pruned by similarity, trained by several optimizers (Figures 18 to 23)."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.optimizers.left_out import left_out_spreads
from compsparse.studies.regime.scores.levels import ROUNDS, SIMILARITY
from workflow_engine.artifacts.tables import read_table

_MEASURES = ("alignment", "excess_alignment", "score", "excess_score", "log_error")
_PAIRS = {"adam_minus_muon": ("adam", "muon"), "ns20_minus_ns5": ("muon_20", "muon")}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network after the last round of similarity-based pruning."""
    # networks of a seed start from the same dense network and draw the same pixels
    networks = read_table(stats.single(inputs, "networks"))
    table = networks[
        networks["kind"].isin(SIMILARITY) & (networks["level"] == ROUNDS[-1])
    ].reset_index(drop=True)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for method, rows in table.groupby("kind"):
        for measure in _MEASURES:
            wide = rows.pivot(index=["target", "run"], columns="training", values=measure)
            for pair, (one, other) in _PAIRS.items():
                if {one, other} <= set(wide):
                    name = f"{pair}_{method}_{measure}"
                    statistics |= _mean_over_targets(name, (wide[one] - wide[other]).dropna())
            # a seed without a value for one optimizer says nothing about their order
            whole = wide.dropna()
            several = whole.groupby(level="target").filter(lambda rows: len(rows) > 1)
            if wide.shape[1] > 1 and len(several):
                spreads = pd.concat(
                    pd.Series(left_out_spreads(of.to_numpy(dtype=np.float64)), index=of.index)
                    for _, of in several.groupby(level="target")
                )
                statistics |= _mean_over_targets(f"spread_{method}_{measure}", spreads)
    columns = ["target", "training", "kind", "run", "count", "error", *_MEASURES]
    return stats.Evaluation(table[columns], statistics)


def _mean_over_targets(name: str, values: pd.Series) -> dict[str, stats.MeanOf]:
    means = values.groupby(level="run").mean().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(means)} if len(means) else {}
