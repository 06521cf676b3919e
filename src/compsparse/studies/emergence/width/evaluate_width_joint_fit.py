"""One law for all widths and times (document 003, part I, corollary, item 2), fitted jointly."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.width.families import Family, read_families
from compsparse.studies.emergence.width.joint_fit import fit_larger, fit_sum

_FORMS = {"larger": fit_larger, "sum": fit_sum}


@stats.evaluates
def run(
    inputs: stats.Inputs, *, exponents: Sequence[float], widths: Sequence[int]
) -> stats.Evaluation:
    """Return a row per run and form of the law; metrics are of the larger of two powers."""
    families = read_families(inputs, exponents, widths)
    table = pd.DataFrame(
        [row for family in families for run in range(family.runs) for row in _fits(family, run)]
    )
    per_run = {}
    for family in families:
        rows = table[(table["exponent"] == family.exponent) & (table["form"] == "larger")]
        for column in ("time_exponent", "width_exponent"):
            per_run[named(f"{column}_beta", family.exponent)] = rows[column].to_numpy()
    errors = np.log(table.pivot_table(index="run", columns="form", values="error", aggfunc=_mean))
    per_run["gain_of_sum"] = (errors["larger"] - errors["sum"]).to_numpy()
    return stats.Evaluation(table, {name: stats.MeanOf(values) for name, values in per_run.items()})


def _mean(errors: pd.Series) -> float:
    """Return the geometric mean: the size of the errors depends on the teacher's exponent."""
    return float(np.exp(np.log(errors).mean()))


def _fits(family: Family, run: int) -> list[dict[str, object]]:
    # later than the widest student's end, narrower ones are on their plateaus
    end = family.students[-1].time[-1]
    time, neurons, loss = [], [], []
    for student in family.students:
        used = student.scaling_regime(run) & (student.time <= end)
        time.append(student.time[used])
        neurons.append(np.full(int(used.sum()), float(student.neurons)))
        loss.append(student.loss[run, used])
    points = [np.log(np.concatenate(parts)) for parts in (time, neurons, loss)]
    fits = {form: fit(*points) for form, fit in _FORMS.items()}
    return [{"exponent": family.exponent, "run": run, "form": f, **vars(fits[f])} for f in fits]
