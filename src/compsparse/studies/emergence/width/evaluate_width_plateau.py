"""The final loss of m neurons (document 003, part I, corollary, term m^(1-2 beta)).

Each neuron ends on one direction, so the loss is at least the sum of a_p^2 over p > m, of order
m^(1-2 beta).
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.starts.stored import Starts, read_starts
from compsparse.studies.emergence.width.families import Family, best_losses, read_families
from compsparse.studies.emergence.width.greedy_assignment import predicted


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    exponents: Sequence[float],
    widths: Sequence[int],
    order: int,
    initial_strength: float,
) -> stats.Evaluation:
    """Return the final losses with the least possible and the predicted ones, and exponents."""
    families = read_families(inputs, exponents, widths)
    starts = read_starts(stats.single(inputs, "starts"))
    table = pd.concat(
        [_final_losses(family, starts, order, initial_strength) for family in families],
        ignore_index=True,
    )
    slopes, expected, differences = {}, {}, []
    for exponent, rows in table.groupby("exponent", sort=True):
        name = named("slope_beta", float(str(exponent)))
        slopes[name] = log_log_slopes(rows, "neurons", "loss")
        expected[f"predicted_{name}"] = log_log_slopes(rows, "neurons", "predicted")
        differences.append(slopes[name] - expected[f"predicted_{name}"])
    per_run = {
        **slopes,
        **expected,
        "slope_beyond_prediction": np.mean(differences, axis=0),
        "excess_factor": _excess(table, "loss"),
        "predicted_excess_factor": _excess(table, "predicted"),
    }
    least = min(
        float(student.loss.min() / best)
        for family in families
        for student, best in zip(
            family.students, best_losses(family.teacher, family.widths), strict=True
        )
    )
    statistics = {name: stats.MeanOf(values) for name, values in per_run.items()}
    return stats.Evaluation(table, {**statistics, "least_over_best": stats.exact(least)})


def _final_losses(
    family: Family, starts: Starts, order: int, initial_strength: float
) -> pd.DataFrame:
    squares = family.teacher.amplitudes**2
    best = best_losses(family.teacher, family.widths)
    rows = []
    for student, least in zip(family.students, best, strict=True):
        for replicate, loss in enumerate(student.loss[:, -1]):
            assigned = predicted(
                starts, family.teacher, replicate, student.neurons, order, initial_strength
            )
            left = 1.0 - float(squares[assigned.directions].sum())
            rows.append((family.exponent, student.neurons, replicate, loss, least, left))
    columns = ["exponent", "neurons", "run", "loss", "best", "predicted"]
    return pd.DataFrame(rows, columns=columns)


def _excess(table: pd.DataFrame, column: str) -> np.ndarray:
    """Return, for each run, the geometric mean of a loss over the least possible one."""
    beyond = table.assign(excess=np.log(table[column] / table["best"]))
    return np.asarray(np.exp(beyond.groupby("run")["excess"].mean().to_numpy()))
