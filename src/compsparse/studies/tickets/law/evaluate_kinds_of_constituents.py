"""Kept weights of teachers with the same graphs, by what their constituents compute."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.tickets.law.evaluate_kept_weights import least_dense_score
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, *, arity: int, constituents: int) -> stats.Evaluation:
    """Return one row per kind and run, of the graphs with ``constituents`` of ``arity`` inputs.

    Inputs: kept, the table of kept weights.
    """
    table = read_table(stats.single(inputs, "kept"))
    same = (table["arity"] == arity) & (table["constituents"] == constituents)
    table = table[same & (table["kind"] != "own")].reset_index(drop=True)
    kept = table.pivot(index="run", columns="kind", values="kept")
    statistics = {"least_dense_score": stats.MeanOf(least_dense_score(table))} | {
        f"log_ratio_{kind}_over_relu": stats.MeanOf(
            (np.log(kept[kind]) - np.log(kept["relu"])).to_numpy()
        )
        for kind in kept.columns
        if kind != "relu"
    }
    columns = ["kind", "run", "kept", "edges", "units", "prunable", "dense_score"]
    return stats.Evaluation(table[columns], statistics)
