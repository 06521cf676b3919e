"""The null, the score of a dense network at the same error, and the excess over it.

A blurred picture has few regions and changes smoothly, so networks that fit badly score high
for any wiring. The score of a network is therefore compared with dense networks of the same
depth at the same error: (a) of its own width, stopped early, and (b) narrower, trained to
convergence. The excess is over the higher of the two, and undefined outside their range of errors.

The form of a null is a polynomial in log10 of the mean squared error: of degree 1, or of degree 2
if that predicts left-out seeds better. Parabolas may turn between few points, so the line is kept
unless the squared error over left-out seeds is lower by at least a tenth with the parabola.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64

_SMALLEST_GAIN = 0.1  # in squared error over left-out seeds, for which degree 2 is taken
_DEGREES = (1, 2)


@dataclass(frozen=True)
class Null:
    """Score against error of reference networks."""

    coefficients: Float64[np.ndarray, " coefficient"]  # of the polynomial in log10 MSE - ``centre``
    centre: float  # mean log10 MSE of the points it was fitted to
    lowest: float  # smallest log10 MSE of these points; the null is defined from there
    highest: float

    def scores(self, errors: Float64[np.ndarray, " point"]) -> Float64[np.ndarray, " point"]:
        """Return the null's score at these mean squared errors; NaN outside its range."""
        logs = _log10(errors)
        reached = (logs >= self.lowest - 1e-12) & (logs <= self.highest + 1e-12)
        fitted = np.polynomial.polynomial.polyval(
            np.where(reached, logs - self.centre, 0.0), self.coefficients
        )
        return np.where(reached, fitted, np.nan)


@dataclass(frozen=True)
class Excess:
    """Scores over the null."""

    excess: Float64[np.ndarray, " network"]  # NaN where not comparable
    comparable: Bool[np.ndarray, " network"]  # at least one null reaches the network's error


def fit_null(
    errors: Float64[np.ndarray, " point"],
    scores: Float64[np.ndarray, " point"],
    seeds: Int64[np.ndarray, " point"],
) -> Null:
    """Fit the null to reference networks, at least four points of two seeds.

    ``errors``, above 0, are mean squared errors of the full image; points of one training seed are
    left out together.
    """
    if len(np.unique(seeds)) < 2 or len(errors) < 4:
        raise ValueError(
            f"Got {len(errors)} reference networks of {len(np.unique(seeds))} seeds; a null needs "
            "at least 4 networks of at least 2 seeds."
        )
    logs = _log10(errors)
    if not (np.isfinite(logs).all() and np.isfinite(scores).all()):
        raise ValueError("A reference network has an error or a score that is not finite.")
    if np.ptp(logs) == 0:
        raise ValueError(
            f"All reference networks have the same error {errors[0]}; stop some early."
        )
    line, parabola = (_left_out_error(logs, scores, seeds, degree) for degree in _DEGREES)
    curved = parabola < (1 - _SMALLEST_GAIN) * line
    centre = float(logs.mean())
    return Null(
        coefficients=_fitted(logs - centre, scores, 2 if curved else 1),
        centre=centre,
        lowest=float(logs.min()),
        highest=float(logs.max()),
    )


def excess_over(
    nulls: Sequence[Null],
    errors: Float64[np.ndarray, " network"],
    scores: Float64[np.ndarray, " network"],
) -> Excess:
    """Return the scores over the higher of the nulls that reach each network's error."""
    # a network beyond all points is not comparable: no null is continued beyond what was measured
    if not nulls:
        raise ValueError("There is no null to compare with.")
    expected = np.stack([null.scores(errors) for null in nulls])
    comparable = np.isfinite(expected).any(axis=0)
    higher = np.where(comparable, np.fmax.reduce(expected, axis=0), np.nan)
    return Excess(scores - higher, comparable)


def _left_out_error(
    logs: Float64[np.ndarray, " point"],
    scores: Float64[np.ndarray, " point"],
    seeds: Int64[np.ndarray, " point"],
    degree: int,
) -> float:
    """Return the mean squared error over points whose seed was left out of the fit."""
    squares: list[np.ndarray] = []
    for seed in np.unique(seeds):
        out = seeds == seed
        if len(np.unique(logs[~out])) <= degree:
            return float("inf")
        fitted = _fitted(logs[~out], scores[~out], degree)
        squares.append((scores[out] - np.polynomial.polynomial.polyval(logs[out], fitted)) ** 2)
    return float(np.concatenate(squares).mean())


def _fitted(
    logs: Float64[np.ndarray, " point"], scores: Float64[np.ndarray, " point"], degree: int
) -> Float64[np.ndarray, " coefficient"]:
    powers = np.vander(logs, degree + 1, increasing=True)
    solution: np.ndarray = np.linalg.lstsq(powers, scores, rcond=None)[0]
    return solution


def _log10(errors: Float64[np.ndarray, " point"]) -> Float64[np.ndarray, " point"]:
    """Return log10; -infinity for an error of zero, which no null reaches."""
    logs = np.full(errors.shape, -np.inf)
    np.log10(errors, out=logs, where=errors > 0)
    return logs
