"""Which of the searched graphs is chosen: for exact probabilities, and for counts."""

from collections.abc import Sequence
from math import log

from compsparse.studies.factorial.structure_search.exhaustive_search import Fit


def simplest_within(fits: Sequence[Fit], tolerance: float) -> Fit:
    """Return the fit of smallest (SC), then fewest parameters, within ``tolerance`` nats."""
    # the trivial factorization always fits
    return min(
        (fit for fit in fits if fit.divergence <= tolerance or fit.candidate.trivial),
        key=lambda fit: (fit.candidate.statistical_complexity, fit.candidate.free_parameters),
    )


def most_plausible(fits: Sequence[Fit], samples: int) -> Fit:
    """Return the fit of smallest information criterion; ties go to the smaller (SC)."""
    return min(
        fits,
        key=lambda fit: (information_criterion(fit, samples), fit.candidate.statistical_complexity),
    )


def information_criterion(fit: Fit, samples: int) -> float:
    """Return n KL + k/2 ln n, with n samples and k free parameters (Schwarz, half of it)."""
    # up to a constant of the table, n KL is the negative log-likelihood of the counts
    return samples * fit.divergence + fit.candidate.free_parameters / 2 * log(samples)
