"""When online SGD learns each direction, against the population flow from the same start.

Document 003, part I, proof sketch, from gradient flow to online SGD, whose time is step size times
steps. Where only one of the two learns, the ratio is infinite or zero. Directions on which a neuron
is at the start, or that the flow learns only towards SGD's end or later, are not compared.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.tables import table_of

BAND = (0.8, 1.25)  # of the ratio of times
_FLOW = {
    "time": Float64[np.ndarray, " time"],
    "aligned": Float64[np.ndarray, "run direction"],
    "alignment": Float64[np.ndarray, "run time direction"],
}
_ONLINE = {
    "step": Int64[np.ndarray, " step"],
    "aligned": Float64[np.ndarray, "run direction"],
    "alignment": Float64[np.ndarray, "run step direction"],
    "failed": Int64[np.ndarray, " run"],
}
_SHOWN_RUN = 0  # whose alignments are in the table


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    orders: Sequence[int],  # k of each pair
    step_sizes: Sequence[float],  # eta of each pair
) -> stats.Evaluation:
    """Compare the histories ``flows`` and ``onlines``, a pair for each order.

    Rows of the kind ``emergence`` have the times at which a direction is learned, missing where it
    never is and zero where a neuron is on it from the start; of ``alignment``, the first run's
    squared overlaps at a time. The median ratio is measured where SGD learns half of the compared
    directions in every run.
    """
    flows, onlines = stats.many(inputs, "flows"), stats.many(inputs, "onlines")
    tables: list[pd.DataFrame] = []
    statistics: dict[str, stats.MeanOf] = {}
    for order, step_size, flow, online in zip(orders, step_sizes, flows, onlines, strict=True):
        table = compare(flow, online, step_size)
        table.insert(1, "order", order)
        emergences = table[table["kind"] == "emergence"]
        wanted: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {}
        if all(np.isfinite(median_ratio(rows)) for _, rows in emergences.groupby("run")):
            wanted["median_ratio"] = (median_ratio, (0.0, np.inf))
        wanted["share_within"] = (share_within, stats.SHARE)
        means = stats.replicate_statistics(emergences, wanted)
        statistics |= {f"order_{order}_{name}": mean for name, mean in means.items()}
        tables.append(table)
    return stats.Evaluation(pd.concat(tables, ignore_index=True), statistics)


def compare(flow_path: Path, online_path: Path, step_size: float) -> pd.DataFrame:
    """Return the rows of one pair of histories, without the order."""
    flow = stats.read_named_axes(flow_path, _FLOW)
    online = stats.read_named_axes(online_path, _ONLINE)
    runs, directions = flow["aligned"].shape
    time, ranks = online["step"] * step_size, range(1, directions + 1)
    flow_times, online_times = flow["aligned"], online["aligned"] * step_size
    # SGD must run long enough for the largest ratio of the band
    learned_in_time = np.nan_to_num(flow_times, nan=np.inf) * BAND[1] <= time[-1]
    learned_by_sgd_alone = np.isnan(flow_times) & np.isfinite(online_times)
    emergence = table_of(
        {"kind": "emergence", "run": range(runs), "direction": ranks, "time": np.nan},
        flow=flow_times,
        online=online_times,
        compared=(learned_in_time & (flow_times > 0)) | learned_by_sgd_alone,
        failed=online["failed"][:, None] >= 0,
    )
    curves = flow["alignment"][_SHOWN_RUN].T
    shown = table_of(
        {"kind": "alignment", "run": _SHOWN_RUN, "direction": ranks, "time": time},
        flow=[np.interp(time, flow["time"], curve) for curve in curves],
        online=online["alignment"][_SHOWN_RUN].T,
    )
    return pd.concat([emergence, shown], ignore_index=True)


def median_ratio(rows: pd.DataFrame) -> float:
    """Return the median of T_SGD / T_flow over a run's compared directions, perhaps infinite."""
    return float(np.median(_ratios(rows)))


def share_within(rows: pd.DataFrame) -> float:
    """Return the share of a run's compared directions whose ratio lies in the band."""
    ratios = _ratios(rows)
    return float(((ratios >= BAND[0]) & (ratios <= BAND[1])).mean())


def _ratios(rows: pd.DataFrame) -> np.ndarray:
    compared = rows[rows["compared"].astype(bool)]
    if compared.empty:
        raise ValueError(
            f"In run {rows['run'].iloc[0]} the flow learns no direction before SGD ends; there is "
            "nothing to compare. Raise `steps`."
        )
    online = compared["online"].fillna(np.inf).to_numpy(dtype=np.float64)
    flow = compared["flow"].fillna(np.inf).to_numpy(dtype=np.float64)
    return np.where(np.isinf(flow), 0.0, online / flow)
