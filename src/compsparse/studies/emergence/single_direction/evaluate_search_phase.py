"""Steps of online SGD until one direction is learned, against the input dimension.

Document 003, Part I, slide 'Emergent learning curve': the search takes about d^(k-1) steps. The
number of steps of single runs scatters by its own size, and runs may fail or be given up: medians
over groups of runs, in which such runs count as infinite, are the data; a group is the replicate.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.single_direction import hitting_history as hitting

EDGE_CASE = 2  # k, for which the law is d log d


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per order, step constant, dimension and group of runs, and the exponents.

    Params: groups, of equally many runs.
    """
    histories = [hitting.read_hitting_history(path) for path in stats.many(inputs, "histories")]
    frames = [_medians(history, params["groups"]) for history in histories]
    statistics = {}
    for history, rows in zip(histories, frames, strict=True):
        name, values = _metric(history.order, rows)
        statistics[name] = stats.MeanOf(values)
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)


def _medians(history: hitting.HittingHistory, groups: int) -> pd.DataFrame:
    runs = history.learned.shape[-1]
    if groups < 1 or runs % groups:
        raise ValueError(f"groups is {groups}; it must divide the {runs} runs.")
    rows = []
    for c, constant in enumerate(history.step_constant):
        for group, members in enumerate(np.split(np.arange(runs), groups)):
            learned = history.learned[c][:, members]
            failed = history.failed[c][:, members]
            # runs that failed or were given up would have taken longer than all others
            steps = np.median(np.nan_to_num(learned, nan=np.inf), axis=1)
            if not np.isfinite(steps).all():
                dimension = int(history.dimension[np.argmin(np.isfinite(steps))])
                raise ValueError(
                    f"Half of the runs of group {group} with k = {history.order}, c = "
                    f"{constant:g}, d = {dimension} were not learned, so that they have no median; "
                    "raise `longest` of this step constant, or lower the constant if runs failed."
                )
            slope = stats.log_log_slope(history.dimension.astype(np.float64), steps)
            rows += [
                {
                    "order": history.order,
                    "step_constant": float(constant),
                    "dimension": int(dimension),
                    "group": group,
                    "runs": len(members),
                    "given_up": int((np.isnan(learned[d]) & ~failed[d]).sum()),
                    "failed": int(failed[d].sum()),
                    "steps": steps[d],
                    "slope": slope,  # of this group and step constant, over all dimensions
                }
                for d, dimension in enumerate(history.dimension)
            ]
    return pd.DataFrame(rows)


def _metric(order: int, rows: pd.DataFrame) -> tuple[str, np.ndarray]:
    groups = [of_group for _, of_group in rows.groupby("group", sort=True)]
    if order == EDGE_CASE:
        return "quasilinear_ratio_order_2", np.array([quasilinear_ratio(of) for of in groups])
    if rows["step_constant"].nunique() > 1:
        return f"limit_slope_order_{order}", np.array([limit_slope(of) for of in groups])
    return f"slope_order_{order}", np.array([of["slope"].iloc[0] for of in groups])


def limit_slope(rows: pd.DataFrame) -> float:
    """Return the slope of one group at c = 0: the end of the line through its slopes over c."""
    by_constant = rows.groupby("step_constant")["slope"].first()
    constants = by_constant.index.to_numpy(dtype=np.float64)
    slopes = by_constant.to_numpy(dtype=np.float64)
    return float(slopes.mean() - stats.least_squares_slope(constants, slopes) * constants.mean())


def quasilinear_ratio(rows: pd.DataFrame) -> float:
    """Return the largest over the smallest steps / (d ln d) of one group, over dimensions."""
    dimension = rows["dimension"].to_numpy(dtype=np.float64)
    ratios = rows["steps"].to_numpy() / (dimension * np.log(dimension))
    return float(ratios.max() / ratios.min())
