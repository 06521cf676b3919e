"""Loss against time at many widths, and their collapse (document 003, part I, plots)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.width.collapse import remaining_spread
from compsparse.studies.emergence.width.families import Family, read_families, shown


@stats.evaluates
def run(
    inputs: stats.Inputs, *, exponents: Sequence[float], widths: Sequence[int]
) -> stats.Evaluation:
    """Return the curves of one teacher, and the share of their spread that rescaling leaves."""
    # the table has only the middle exponent, which is shown; metrics are of all
    families = read_families(inputs, exponents, widths)
    statistics = {}
    for family in families:
        left = np.array([_remaining(family, replicate) for replicate in range(family.runs)])
        statistics[named("remaining_spread_beta", family.exponent)] = stats.MeanOf(left)
    return stats.Evaluation(_curves(shown(families)), statistics)


def _remaining(family: Family, replicate: int) -> float:
    curves = []
    for student in family.students:
        used = student.scaling_regime(replicate)
        time, loss = student.time[used], student.loss[replicate, used]
        curves.append((student.neurons, (np.log(time), np.log(loss))))
    return remaining_spread(curves, family.exponent)


def _curves(family: Family) -> pd.DataFrame:
    frames = [
        table_of(
            {
                "exponent": family.exponent,
                "neurons": student.neurons,
                "run": range(family.runs),
                "time": student.time,
            },
            loss=student.loss,
        )
        for student in family.students
    ]
    return pd.concat(frames, ignore_index=True)
