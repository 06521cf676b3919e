"""R squared of tickets less that of controls, for sparse teachers and a dense one."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.winning_tickets.train_controls import NETWORKS

_CONTROLS = {
    "judged": Float64[np.ndarray, f"run {len(NETWORKS)}"],
    "density": Float64[np.ndarray, " run"],
}
_DENSE = {"judged": Float64[np.ndarray, " run"]}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per teacher, run and network; params: cells, the teacher of each file.

    Differences are means over the sparse teachers of a run, or of the dense one. A teacher that has
    no ticket counts as none; teachers of the user's own are in the table alone.
    """
    rows = []
    files = zip(
        params["cells"], stats.many(inputs, "controls"), stats.many(inputs, "dense"), strict=True
    )
    for cell, controls, dense in files:
        arrays = stats.read_named_axes(controls, _CONTROLS)
        whole = stats.read_named_axes(dense, _DENSE)["judged"]
        for run, (density, scores) in enumerate(
            zip(arrays["density"], arrays["judged"], strict=True)
        ):
            named = dict(zip(NETWORKS, scores, strict=True)) | {"dense": whole[run]}
            rows += [
                {**cell, "run": run, "density": density, "network": name, "score": score}
                for name, score in named.items()
            ]
    table = pd.DataFrame(rows)
    wide = table.pivot_table(index=["kind", "teacher", "run"], columns="network", values="score")
    statistics = {}
    for kind in ("sparse", "dense"):
        scores = wide.loc[kind].groupby("run").mean()
        for control in NETWORKS[1:]:
            gain = (scores["ticket"] - scores[control]).to_numpy()
            statistics[f"{kind}_gain_over_{control}"] = stats.MeanOf(gain)
        statistics[f"{kind}_loss_of_ticket"] = stats.MeanOf(
            (scores["dense"] - scores["ticket"]).to_numpy()
        )
        density = table[table["kind"] == kind].groupby("run")["density"]
        statistics[f"{kind}_density"] = stats.MeanOf(density.max().to_numpy(), stats.SHARE)
    return stats.Evaluation(table, statistics)
