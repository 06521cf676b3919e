"""Pooled measurements: the replicates of several root seeds together.

They decide officially where the root seeds were fixed before anyone saw a number at them.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.claims.measurement import Measurement
from compsparse.statistics.intervals import Interval, interval_of_mean
from compsparse.statistics.proportions import interval_of_probability


def pooled(metric: str, measured: Sequence[Measurement], root_seed: int) -> Measurement:
    """Return one measurement on the replicates of several.

    Means are those of all samples, shares those of all trials, by the interval functions that
    judge a single root seed. What has neither is exact, or a summary of its own: all of its values
    must lie where one must.

    Args:
        metric: its name, for the bootstraps' seed.
        measured: one for each root seed.
        root_seed: root of the bootstraps.
    """
    sampled = [item.samples for item in measured if item.samples is not None]
    counted = [item.successes for item in measured if item.successes is not None]
    number = sum(item.n for item in measured)
    if len(sampled) == len(measured):
        low, high = measured[0].support or (None, None)
        support = (-np.inf if low is None else low, np.inf if high is None else high)
        values = np.concatenate([np.array(item, dtype=np.float64) for item in sampled])
        name = f"{metric} over root seeds"
        return _as_measurement(
            interval_of_mean(values, root_seed=root_seed, name=name, support=support)
        )
    if len(counted) == len(measured):
        return _as_measurement(interval_of_probability(sum(counted), number))
    return Measurement(
        value=float(np.mean([item.value for item in measured])),
        low=min(item.low for item in measured),
        high=max(item.high for item in measured),
        n=number,
    )


def _as_measurement(interval: Interval) -> Measurement:
    return Measurement.model_validate(interval.as_metric())
