"""A threshold gate as a circuit of bounded fan-in (document 000, Theorem 1, step 3)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.threshold_gates.generate_threshold_adders import UNIT

_SHOWN = ("bits", "run", "sources", "size", "size_limit", "depth", "depth_limit")
_AXES = {
    **dict.fromkeys((*_SHOWN, "fan_in"), Int64[np.ndarray, " circuit"]),
    "agreement_drawn": Float64[np.ndarray, " circuit"],
    "agreement": Float64[np.ndarray, " small_circuit"],
}


@stats.evaluates
def run(inputs: stats.Inputs, *, sources: Sequence[int], bits: Sequence[int]) -> stats.Evaluation:
    """Return sizes and depths of all circuits, their growth, and their agreement with gates."""
    built = stats.read_named_axes(stats.single(inputs, "adders"), _AXES)
    table = pd.DataFrame({name: built[name] for name in _SHOWN})
    statistics = {
        "agreement": stats.exact(built["agreement"].min(), len(built["agreement"])),
        "agreement_drawn": stats.exact(built["agreement_drawn"].min(), len(table)),
        "fan_in": stats.exact(int(built["fan_in"].max()), len(table)),
        "size_limit_share": stats.exact((table["size"] / table["size_limit"]).max()),
        "depth_limit_share": stats.exact((table["depth"] / table["depth_limit"]).max()),
    }
    return stats.Evaluation(table, {**statistics, **_growth(table, sources, bits)})


def _growth(
    table: pd.DataFrame, sources: Sequence[int], all_bits: Sequence[int]
) -> dict[str, stats.Interval | stats.MeanOf]:
    doublings = np.log2(np.array(sources, dtype=np.float64))
    depth, per_source, per_doubling = {}, {}, {}
    for bits in (UNIT, *all_bits):
        rows = table[table["bits"] == bits]
        depth[bits] = rows["depth"].to_numpy(dtype=np.float64).reshape(-1, len(sources))
        sizes = rows["size"].to_numpy(dtype=np.float64).reshape(-1, len(sources))
        per_source[bits] = sizes[:, -1] / sources[-1]
        risen = depth[bits][:, -1] - depth[bits][:, 0]
        per_doubling[bits] = risen / (doublings[-1] - doublings[0])
    unit = depth[UNIT][0]
    line = np.polyval(np.polyfit(doublings, unit, 1), doublings)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "gates_per_source_unit": stats.exact(per_source[UNIT][0]),
        "depth_per_doubling_unit": stats.exact(per_doubling[UNIT][0]),
        "depth_line_error_unit": stats.exact(np.abs(unit - line).max()),
    }
    for bits in all_bits:
        statistics[f"gates_per_source_bits_{bits}"] = stats.MeanOf(per_source[bits])
        statistics[f"depth_per_doubling_bits_{bits}"] = stats.MeanOf(per_doubling[bits])
        statistics[f"extra_depth_bits_{bits}"] = stats.MeanOf(depth[bits][:, -1] - unit[-1])
    return statistics
