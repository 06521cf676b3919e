"""Steps of online SGD until one direction is learned, against the input dimension.

Document 003, Part I, slide 'Emergent learning curve': the search takes about d^(k-1) steps. The
replicates are medians over groups of runs, in which failed and given-up runs count as infinite.
They are compared with theory (``chain.diffusion``): noise and a finite start bend the power law.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.chain.diffusion import predicted_median
from compsparse.studies.emergence.chain.single_index import Start
from compsparse.studies.emergence.single_direction.hitting_history import HittingHistory
from compsparse.studies.emergence.tables import table_of

EDGE_CASE = 2  # k, for which the law is d log d


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    groups: int,  # number of groups, of equally many runs
    starts: Sequence[Start],  # of the runs of each history
) -> stats.Evaluation:
    """Return one row per order, step constant, dimension and group of runs, and the exponents.

    Exponents are those at an order's smallest step constant, of T / ln d for k = 2.
    """
    histories = [
        stats.read_dataclass(path, HittingHistory) for path in stats.many(inputs, "histories")
    ]
    frames = [
        _medians(history, groups, start) for history, start in zip(histories, starts, strict=True)
    ]
    statistics: dict[str, stats.MeanOf | stats.Interval] = {}
    for history, rows in zip(histories, frames, strict=True):
        order = history.order
        finest = rows[rows["step_constant"] == rows["step_constant"].min()]
        replicates = [rows for _, rows in finest.groupby("group", sort=True)]
        slopes = [exponent(order, rows, "steps") for rows in replicates]
        statistics[f"slope_order_{order}"] = stats.MeanOf(np.array(slopes))
        predicted = exponent(order, replicates[0], "predicted")
        statistics[f"predicted_slope_order_{order}"] = stats.exact(predicted)
        ratios = [
            float(np.exp(np.log(rows["steps"] / rows["predicted"]).mean())) for rows in replicates
        ]
        statistics[f"steps_over_predicted_order_{order}"] = stats.MeanOf(np.array(ratios))
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)


def _medians(history: HittingHistory, groups: int, start: Start) -> pd.DataFrame:
    order, dimensions = history.order, history.dimension.tolist()
    constants, runs = history.step_constant.tolist(), history.learned.shape[-1]
    learned, failed = (
        array.reshape(len(constants), len(dimensions), groups, -1).swapaxes(1, 2)
        for array in (history.learned, history.failed)
    )
    # runs that failed or were given up count as longer than all others
    steps = np.median(np.nan_to_num(learned, nan=np.inf), axis=-1)
    for c, group, d in np.argwhere(~np.isfinite(steps)):
        raise ValueError(
            f"Half of the runs of group {group} with k = {order}, c = {constants[c]:g}, d = "
            f"{dimensions[d]} were not learned, so that they have no median; raise `longest` of "
            "this step constant, or lower the constant if runs failed."
        )
    predicted = [
        [[predicted_median(order, d, 1.0, c * d ** (-order / 2), start) for d in dimensions]]
        for c in constants
    ]
    axes = {"step_constant": constants, "group": range(groups), "dimension": dimensions}
    table = table_of(
        {"order": order, **axes},
        runs=runs // groups,
        given_up=(np.isnan(learned) & ~failed).sum(axis=-1),
        failed=failed.sum(axis=-1),
        steps=steps,
        predicted=predicted,
    )
    table.insert(2, "dimension", table.pop("dimension"))
    return table


def exponent(order: int, rows: pd.DataFrame, column: str) -> float:
    """Return the exponent of the dimension in steps; in steps / ln d for k = 2."""
    dimension = rows["dimension"].to_numpy(dtype=np.float64)
    steps = rows[column].to_numpy(dtype=np.float64)
    return stats.log_log_slope(
        dimension, steps / np.log(dimension) if order == EDGE_CASE else steps
    )
