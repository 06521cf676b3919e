"""Kept weights of other students, and of labels that teach nothing."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.tickets.pruning.kept import kept_rows

_NOISE = "shuffled_labels"
_PENALTY = "another_penalty"


@dataclass(frozen=True)
class Cell:
    """A student and its number of hidden units."""

    student: str
    width: int


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell], loss: float) -> stats.Evaluation:
    """Return one row per student and run.

    ``cells`` are the students of the files; a ``loss`` of R squared still counts as good. Shuffled
    labels can only be fitted: their rounds are scored on training examples.
    """
    rows = []
    for cell, path in zip(cells, stats.many(inputs, "rounds"), strict=True):
        part = "learned" if cell.student == _NOISE else "choosing"
        rows += kept_rows(path, asdict(cell), loss, part)
    table = pd.DataFrame(rows)
    logs = np.log(table.pivot(index="run", columns="student", values="kept"))
    widths = table[~table["student"].isin([_NOISE, _PENALTY])]
    statistics = {
        f"log_ratio_{name}_over_usual": stats.MeanOf((logs[name] - logs["usual"]).to_numpy())
        for name in (_NOISE, _PENALTY)
    }
    statistics["width_power"] = stats.MeanOf(log_log_slopes(widths, "width", "kept"))
    columns = ["student", "width", "run", "kept", "share", "prunable", "units"]
    return stats.Evaluation(table[columns], statistics)
