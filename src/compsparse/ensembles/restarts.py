"""Trainings at several learning rates and restarts, among which validation chooses.

Rows are networks, a restart after the other within each replicate. A configuration is a pair of
learning rate and restart; within a restart, learning rates vary fastest.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float64, Int64


def configurations(rates: Sequence[float], restarts: int) -> Float64[np.ndarray, "configuration 2"]:
    """Return learning rate and number of the restart of each configuration."""
    return np.array([(rate, float(restart)) for restart in range(restarts) for rate in rates])


def chosen_restart(
    losses: Float64[np.ndarray, "*replicate configuration"], rates: int
) -> Int64[np.ndarray, "*replicate"]:
    """Return the restart of the configuration with the lowest loss.

    Args:
        losses: on validation examples.
        rates: number of learning rates.
    """
    return np.asarray(losses.argmin(axis=-1) // rates)


class BestRate:
    """For each row, the arrays of the learning rate with the lowest loss so far."""

    def __init__(self, rows: int) -> None:
        """Start without arrays."""
        self._losses = np.full(rows, np.inf)
        self._arrays: dict[str, np.ndarray] = {}

    def offer(self, losses: Float64[np.ndarray, " row"], arrays: Mapping[str, np.ndarray]) -> None:
        """Take the arrays of the rows whose loss is below all losses before.

        Args:
            losses: on validation examples, of networks trained at another learning rate.
            arrays: of these networks, [row, ...] by name.
        """
        better = losses < self._losses
        self._losses = np.where(better, losses, self._losses)
        for name, values in arrays.items():
            rows = better.reshape(-1, *(1,) * (values.ndim - 1))
            self._arrays[name] = np.where(rows, values, self._arrays.get(name, values))

    def select(self, restart: Int64[np.ndarray, "*replicate"]) -> dict[str, np.ndarray]:
        """Return the arrays [*replicate, ...] of one restart of each replicate."""
        place = (*np.indices(restart.shape), restart)
        return {
            name: values.reshape(*restart.shape, -1, *values.shape[1:])[place]
            for name, values in self._arrays.items()
        }
