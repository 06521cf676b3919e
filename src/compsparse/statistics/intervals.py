"""Confidence intervals of a mean over independent replicates.

Below ten replicates the interval is Student's t; from ten on it is a bias-corrected and accelerated
(BCa) bootstrap, which needs no symmetry but is too narrow for a handful of values.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float64
from scipy.special import stdtrit

from workflow_engine.seeds import generator

SMALLEST_BOOTSTRAP = 10  # replicates
RESAMPLES = 9999
ANY_VALUE = (-np.inf, np.inf)
SHARE = (0.0, 1.0)
# Samples this close to each other, relative to their size, differ by rounding only.
ROUNDING = 1e-12
SMALLEST_SPREAD = 1e-100  # the variance of closer samples underflows


@dataclass(frozen=True)
class Interval:
    """A value with its confidence limits, and what other root seeds' are pooled with.

    Attributes:
        n: independent replicates, or trials.
        samples: the value of each replicate, where ``value`` is their mean.
        support: limits that the mean cannot leave.
        successes: of ``n`` trials, where ``value`` is their share.
    """

    value: float
    low: float
    high: float
    n: int
    samples: tuple[float, ...] = ()
    support: tuple[float, float] = ANY_VALUE
    successes: int | None = None

    def as_metric(self) -> dict[str, Any]:
        """Return the interval as the plain mapping that stands in ``metrics.json``."""
        metric: dict[str, Any] = {n: getattr(self, n) for n in ("value", "low", "high", "n")}
        if self.samples:
            metric["samples"] = list(self.samples)
        if self.support != ANY_VALUE:
            metric["support"] = [e if np.isfinite(e) else None for e in self.support]
        if self.successes is not None:
            metric["successes"] = self.successes
        return metric


def exact(value: float | int, n: int = 1) -> Interval:
    """Return the degenerate interval of a value that is known without sampling error."""
    return Interval(float(value), float(value), float(value), n)


def interval_of_mean(
    samples: Float64[np.ndarray, " n"],
    *,
    root_seed: int,
    name: str,
    confidence: float = 0.95,
    support: tuple[float, float] = ANY_VALUE,
) -> Interval:
    """Return the mean of independent replicates with its two-sided confidence interval.

    One replicate, or replicates without spread, give low = high = value (up to rounding): ``n``
    tells the reader how much that is worth.

    Args:
        samples: one value per replicate.
        root_seed: root of the bootstrap's random generator.
        name: what is being averaged; names the bootstrap's random generator.
        confidence: probability that the interval covers the mean, in (0, 1).
        support: limits that the mean cannot leave, such as (0, 1) for a share; a t interval, which
            does not know them, is cut there.

    Raises:
        ValueError: no samples, a sample that is not finite or lies outside ``support``, or
            ``confidence`` outside (0, 1).
    """
    if samples.size == 0:
        raise ValueError(f"The interval of {name!r} needs at least one replicate; it got none.")
    if not np.isfinite(samples).all():
        raise ValueError(f"The samples of {name!r} must be finite; they are {samples.tolist()}.")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}; it must lie strictly between 0 and 1.")
    least, most = float(samples.min()), float(samples.max())
    if least < support[0] or most > support[1]:
        raise ValueError(
            f"The samples of {name!r} lie in [{least}, {most}], outside of their support {support}."
        )
    # rounding may carry the mean of equal samples outside of their range
    mean = float(np.clip(samples.mean(), least, most))
    if most - least <= max(ROUNDING * max(abs(least), abs(most)), SMALLEST_SPREAD):
        return Interval(mean, least, most, samples.size, tuple(samples.tolist()), support)
    if samples.size < SMALLEST_BOOTSTRAP:
        standard_error = samples.std(ddof=1) / np.sqrt(samples.size)
        half = float(stdtrit(samples.size - 1, (1 + confidence) / 2) * standard_error)
        limits = (mean - half, mean + half)
    else:
        limits = _bootstrap(samples, root_seed, name, confidence)
    low, high = np.clip(np.array(limits, dtype=np.float64), *support)
    return Interval(mean, float(low), float(high), samples.size, tuple(samples.tolist()), support)


def _bootstrap(
    samples: Float64[np.ndarray, " n"], root_seed: int, name: str, confidence: float
) -> tuple[float, float]:
    from scipy import stats  # costs half a second, which few replicates never need

    interval = stats.bootstrap(
        (samples,),
        np.mean,
        confidence_level=confidence,
        n_resamples=RESAMPLES,
        method="BCa",
        rng=generator(root_seed, "bootstrap", name),
    ).confidence_interval
    return float(interval.low), float(interval.high)
