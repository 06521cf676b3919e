"""R squared of tickets minus that of controls, for sparse teachers and a dense one."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

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


@dataclass(frozen=True)
class Cell:
    """A teacher; ``own`` is one of the user's."""

    kind: Literal["sparse", "dense", "own"]
    teacher: str


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell]) -> stats.Evaluation:
    """Return one row per teacher, run and network; ``cells`` are the teachers of the files.

    Differences are means over a run's sparse teachers, or of its dense one. Teachers without a
    ticket do not count; the user's teachers are in the table alone.
    """
    frames = []
    files = zip(cells, stats.many(inputs, "controls"), stats.many(inputs, "dense"), strict=True)
    for cell, controls, dense in files:
        arrays = stats.read_named_axes(controls, _CONTROLS)
        whole = stats.read_named_axes(dense, _DENSE)["judged"]
        judged = np.column_stack([arrays["judged"], whole])
        run, network = np.indices(judged.shape).reshape(2, -1)
        frames.append(
            pd.DataFrame(
                {
                    **asdict(cell),
                    "run": run,
                    "density": arrays["density"][run],
                    "network": np.array([*NETWORKS, "dense"], dtype=object)[network],
                    "score": judged.reshape(-1),
                }
            )
        )
    table = pd.concat(frames, ignore_index=True)
    wide = table.pivot_table(index=["kind", "teacher", "run"], columns="network", values="score")
    statistics = {}
    for kind in ("sparse", "dense"):
        scores = wide.loc[kind].groupby("run").mean()
        for control in NETWORKS[1:]:
            gain = (scores["ticket"] - scores[control]).to_numpy()
            statistics[f"{kind}_gain_over_{control}"] = stats.MeanOf(gain)
        loss = (scores["dense"] - scores["ticket"]).to_numpy()
        statistics[f"{kind}_loss_of_ticket"] = stats.MeanOf(loss)
        density = table[table["kind"] == kind].groupby("run")["density"].max()
        statistics[f"{kind}_density"] = stats.MeanOf(density.to_numpy(), stats.SHARE)
    return stats.Evaluation(table, statistics)
