"""The best width by compute (a consequence of the scaling law of document 003, part I)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.width import compute_envelope as envelope
from compsparse.studies.emergence.width.families import Family, read_families, shown


@stats.evaluates
def run(
    inputs: stats.Inputs, *, exponents: Sequence[float], widths: Sequence[int]
) -> stats.Evaluation:
    """Return losses of all widths by compute, and the exponents of the least and its width."""
    # the table has only the middle exponent, which is shown; metrics are of all
    statistics = {}
    families = read_families(inputs, exponents, widths)
    for family in families:
        fits = envelope.compute_exponents(_curves(family))
        for name, values in zip(("loss_exponent", "width_exponent"), fits.T, strict=True):
            statistics[named(f"{name}_beta", family.exponent)] = stats.MeanOf(values)
    family = shown(families)
    return stats.Evaluation(_rows(_curves(family)).assign(exponent=family.exponent), statistics)


def _curves(family: Family) -> envelope.ComputeCurves:
    return envelope.by_compute(
        [student.time for student in family.students],
        [student.loss for student in family.students],
        family.widths,
    )


def _rows(curves: envelope.ComputeCurves) -> pd.DataFrame:
    return table_of(
        {"run": range(len(curves.loss)), "neurons": curves.widths, "compute": curves.compute},
        loss=curves.loss,
        in_window=envelope.scaling_window(curves).astype(np.int64),
    )
