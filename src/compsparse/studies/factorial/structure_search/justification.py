"""Whether a factorization that was found in counts is more than the best of many (two tests).

An information criterion always finds something: among millions of candidates one is near any table
of few counts. So the chosen candidate has to pass two tests.

*Structure.* The outcomes of each input are permuted, which keeps how concentrated each row is and
destroys common factors, and the search is repeated. A table without structure, whose outcomes are
exchangeable within rows, is as likely as its permuted ones to have the largest gain: at most 5 % of
such tables are called structured, whatever the number of counts.

*Fit.* Tables with as many counts per input are drawn from the chosen candidate, and the search is
repeated. The likelihood ratio against the saturated model must not be extreme among theirs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.structure_search import exhaustive_search, selection
from compsparse.studies.factorial.structure_search.conditional_histograms import (
    product_of_conditionals,
)
from compsparse.studies.factorial.structure_search.exhaustive_search import Fit

LEVEL = 0.05  # of both tests
_ROUNDING = 1e-9  # nats, of a sum over cells; a tie counts against the structure


@dataclass(frozen=True)
class Justification:
    """What the two tests say."""

    structure_p: float  # share of permuted tables that gain as much, the table itself among them
    fit_statistic: float  # G2, twice the log-likelihood ratio to the saturated model
    degrees_of_freedom: int  # additional parameters of the saturated model
    fit_p: float | None  # share of drawn tables, itself one, that fit no better; None: no structure

    @property
    def holds(self) -> bool:
        """Whether there is structure and what was found fits."""
        return self.structure_p <= LEVEL and self.fit_p is not None and self.fit_p > LEVEL


def justify(
    counts: Float64[np.ndarray, "x y"],
    fits: Sequence[Fit],
    chosen: Fit,
    redraws: int,
    random: np.random.Generator,
    tried: Callable[[], object] = lambda: None,
) -> Justification:
    """Test what was chosen among the ``fits`` of the counts, with up to ``redraws`` tables each.

    ``tried`` is called after each of them.
    """
    samples = int(counts.sum())
    gain, statistic = _gain(fits, samples), _statistic(chosen, samples)

    def permuted_gains_as_much() -> bool:
        shuffled = random.permuted(counts, axis=1)
        searched = _search(shuffled)
        tried()
        return _gain(searched, samples) >= gain - _ROUNDING

    structure_p = _share(permuted_gains_as_much, redraws)
    fit_p = None
    if structure_p <= LEVEL:
        totals = counts.sum(axis=1).astype(np.int64)
        estimate = product_of_conditionals(counts[None], chosen.candidate)[0]
        estimate /= estimate.sum(axis=1, keepdims=True)  # rounding

        def drawn_fits_no_better() -> bool:
            drawn = random.multinomial(totals, estimate).astype(np.float64)
            best = selection.most_plausible(_search(drawn), samples)
            tried()
            return _statistic(best, samples) >= statistic - _ROUNDING

        fit_p = _share(drawn_fits_no_better, redraws)
    rows, columns = counts.shape
    surplus = rows * (columns - 1) - chosen.candidate.free_parameters
    return Justification(structure_p, statistic, surplus, fit_p)


def _search(counts: Float64[np.ndarray, "x y"]) -> list[Fit]:
    return exhaustive_search.search(counts / counts.sum(), tolerance=0.0)


def _gain(fits: Sequence[Fit], samples: int) -> float:
    """Return by how much the best criterion lies below that of the trivial factorization."""
    trivial = min(
        selection.information_criterion(fit, samples) for fit in fits if fit.candidate.trivial
    )
    return trivial - selection.information_criterion(
        selection.most_plausible(fits, samples), samples
    )


def _statistic(fit: Fit, samples: int) -> float:
    return 2 * samples * fit.divergence


def _share(as_extreme: Callable[[], bool], redraws: int) -> float:
    """Return the p value of a Monte Carlo test; it stops once it cannot be significant any more."""
    # Besag and Clifford's sequential p value where it stops early
    most = int(LEVEL * (redraws + 1) + 1e-9)  # significant with fewer than this many
    reached = 0
    for tried in range(1, redraws + 1):
        reached += as_extreme()
        if reached > 0 and reached >= most:
            return max(reached / tried, float(np.nextafter(LEVEL, 1.0)))
    return (reached + 1) / (redraws + 1)
