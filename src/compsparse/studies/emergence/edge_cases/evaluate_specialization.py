"""Neurons that specialize on one direction each, or do not (document 003, Part I, edge case)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByDirection, ByNeuron
from compsparse.studies.emergence.tables import table_of
from workflow_engine.artifacts.named_axes import read_named_axes, require_finite

_HISTORY = {
    "order": Int64[np.ndarray, ""],
    "amplitudes": ByDirection,
    "overlaps": Float64[np.ndarray, "run neuron direction"],
    "strengths": Float64[np.ndarray, "run neuron"],
}
_ACTIVE = 0.1  # of the smallest amplitude: the strength of a neuron that matters
_SPECIALIZED = 0.9  # of the largest squared overlap


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Count specialized neurons, and measure how well the student recovers the teacher's subspace.

    There is a row per order, run and active neuron; ``best_square`` is its largest squared overlap.
    """
    rows, statistics = [], {}
    for path in stats.many(inputs, "histories"):
        history = read_named_axes(path, _HISTORY)
        require_finite(path, history)
        order, amplitudes = int(history["order"]), history["amplitudes"]
        shares, recoveries = [], []
        runs = zip(history["overlaps"], history["strengths"], strict=True)
        for index, (overlaps, strengths) in enumerate(runs):
            active = np.flatnonzero(strengths > _ACTIVE * amplitudes.min())
            if not len(active):
                raise ValueError(
                    f"{path}: run {index} at k = {order} has no active neuron; its strongest has "
                    f"the strength {strengths.max():g}. Raise `duration`."
                )
            best = (overlaps[active] ** 2).max(axis=1)
            shares.append(float((best > _SPECIALIZED).mean()))
            recoveries.append(least_recovery(overlaps, strengths, amplitudes))
            axes = {"order": order, "run": index, "neuron": active}
            rows.append(table_of(axes, strength=strengths[active], best_square=best))
        statistics[f"specialized_share_order_{order}"] = stats.MeanOf(np.array(shares), stats.SHARE)
        statistics[f"least_recovery_order_{order}"] = stats.MeanOf(np.array(recoveries))
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def least_recovery(
    overlaps: Float64[np.ndarray, "neuron direction"], strengths: ByNeuron, amplitudes: ByDirection
) -> float:
    """Return the smallest eigenvalue of A^(-1/2) G A^(-1/2) in the teacher's span."""
    # G = sum_i r_i u_i u_i^T: 1 where the student's second moment is the teacher's
    scaled = overlaps / np.sqrt(amplitudes)
    return float(np.linalg.eigvalsh(scaled.T @ (strengths[:, None] * scaled))[0])
