"""The estimator of Theorem 3, which searches for the unknown factorization (document 004)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.structure_search import conditional_histograms, counting
from compsparse.studies.factorial.structure_search.candidate import Candidate, all_candidates
from compsparse.studies.factorial.structure_search.divergence import divergence
from compsparse.studies.factorial.structure_search.planted_table import ROUNDING, SeparatedTables
from workflow_engine.seeds import generator

_NAMES = ("factorial", "selecting_estimator")
_COUNTED = (2, 3, 4, 6, 8)  # tokens on either side for which all factorizations are counted
_POSITIVE = (0.0, np.inf)

_Cell = tuple[int, int]  # index of a table, and a number of samples


@dataclass(frozen=True)
class _Trial:
    """How sample sets of some tables are drawn and an estimate is selected."""

    tables: SeparatedTables
    candidates: list[Candidate]
    root_seed: int
    repetitions: int
    threshold: float

    @property
    def trivial(self) -> int:
        """Number of the trivial candidate, whose estimate is the histogram."""
        return next(n for n, candidate in enumerate(self.candidates) if candidate.trivial)

    def errors(
        self, role: str, cells: Sequence[_Cell]
    ) -> tuple[Float64[np.ndarray, "cell candidate set"], Int64[np.ndarray, "cell set"]]:
        """Return each candidate's distance from the truth and the one selected, by sample set."""
        tables = self.tables.conditional
        places, sizes = (list(column) for column in zip(*cells, strict=True))
        drawn = [
            generator(self.root_seed, *_NAMES, role, place, samples).multinomial(
                samples, tables[place].ravel() / tables.shape[1], size=self.repetitions
            )
            for place, samples in cells
        ]
        counts = np.concatenate(drawn).reshape(-1, *tables.shape[1:])
        truths = np.repeat(tables[places], self.repetitions, 0)
        histogram = conditional_histograms.estimate(counts, self.candidates[self.trivial])
        errors = np.zeros((len(self.candidates), len(counts)))
        distances = np.zeros_like(errors)
        for number, candidate in enumerate(self.candidates):
            guess = conditional_histograms.estimate(counts, candidate)
            errors[number] = conditional_histograms.total_variation(guess, truths)
            distances[number] = conditional_histograms.total_variation(guess, histogram)
        complexities = [candidate.statistical_complexity for candidate in self.candidates]
        limits = [
            conditional_histograms.threshold(self.threshold, tables[0].size, samples)
            for samples in sizes
        ]
        chosen = conditional_histograms.select(
            distances, complexities, np.repeat(limits, self.repetitions)
        )
        by_cell = errors.reshape(len(self.candidates), len(cells), self.repetitions)
        return by_cell.swapaxes(0, 1), chosen.reshape(len(cells), self.repetitions)

    def true_share(self, place: int, chosen: Int64[np.ndarray, " set"]) -> float:
        """Return the fraction of the chosen candidates that fit a table, but the trivial one."""
        # few different candidates are selected; the trivial one fits every table: no discovery
        planted = self.candidates[self.tables.planted[place]]
        joint = self.tables.conditional[place] / self.tables.conditional.shape[1]
        true = {
            c: self.candidates[c].statistical_complexity <= planted.statistical_complexity
            and divergence(joint, self.candidates[c]) <= ROUNDING
            for c in set(chosen)
        }
        return float(np.mean([true[c] for c in chosen]))


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    repetitions: int,
    samples: Sequence[int],
    threshold: float,
) -> stats.Evaluation:
    """Compare the histogram, the selecting estimator, and one that knows the factorization.

    Args:
        inputs: tables, of ``generate_separated_tables``; other_tables, as many, of other
            separations, at which the number of samples of Theorem 3 is tried as well.
        root_seed: of all sample sets.
        repetitions: sample sets per table and number of samples.
        samples: numbers of samples.
        threshold: c in c sqrt(NM / n).
    """
    paths = [stats.single(inputs, "tables"), *stats.many(inputs, "other_tables")]
    separated = [stats.read_dataclass(path, SeparatedTables) for path in paths]
    tokens = separated[0].conditional.shape[1]
    candidates = all_candidates(tokens, tokens)
    trials = [_Trial(tables, candidates, root_seed, repetitions, threshold) for tables in separated]
    table = pd.DataFrame(_rows(trials[0], samples))
    stats.require_balanced(table, ["samples"])
    fewest, most = (table[table["samples"] == n] for n in (min(samples), max(samples)))
    informed = most["selected_distance"] / most["informed_distance"]
    counts = [counting.log_count(n, n) / counting.log_count_bound(n, n) for n in _COUNTED]
    least_shares = np.min([_true_shares_once_resolved(trial) for trial in trials], axis=0)
    return stats.Evaluation(
        table,
        {
            "gain": stats.MeanOf(_gain(most), _POSITIVE),
            "expected_gain": stats.MeanOf(_expected_gain(most), _POSITIVE),
            "gain_over_expected": stats.MeanOf(_gain(most) / _expected_gain(most), _POSITIVE),
            "gain_at_fewest_samples": stats.MeanOf(_gain(fewest), _POSITIVE),
            "selected_over_informed": stats.MeanOf(informed.to_numpy(), _POSITIVE),
            "true_share": stats.MeanOf(most["true_share"].to_numpy(), stats.SHARE),
            "least_share_once_resolved": stats.MeanOf(least_shares, stats.SHARE),
            "log_count_over_bound": stats.exact(max(counts), len(counts)),
            "candidates": stats.exact(len(candidates)),
        },
    )


def _rows(trial: _Trial, sample_sizes: Sequence[int]) -> Iterator[dict[str, float]]:
    cells = list(product(range(len(trial.tables.planted)), sample_sizes))
    for (place, samples), errors, chosen in zip(
        cells, *trial.errors("samples", cells), strict=True
    ):
        conditional, planted = trial.tables.conditional[place], trial.tables.planted[place]
        expected = [
            conditional_histograms.expected_distance(conditional, trial.candidates[number], samples)
            for number in (trial.trivial, planted)
        ]
        yield {
            "run": place,
            "samples": samples,
            "separation": trial.tables.separation[place],
            "histogram_distance": errors[trial.trivial].mean(),
            "selected_distance": errors[chosen, np.arange(len(chosen))].mean(),
            "informed_distance": errors[planted].mean(),
            "expected_histogram_distance": expected[0],
            "expected_informed_distance": expected[1],
            "true_share": trial.true_share(place, chosen),
        }


def _true_shares_once_resolved(trial: _Trial) -> list[float]:
    """Return the true share of every table at 2 N M / separation² samples."""
    # there the threshold and the histogram's error, at a confidence of 95 %, add up to less than
    # the separation: no candidate that does not fit the table is near the histogram
    size = trial.tables.conditional[0].size
    cells = [
        (place, int(np.ceil(2 * size / separation**2)))
        for place, separation in enumerate(trial.tables.separation)
    ]
    _, chosen = trial.errors("resolved", cells)
    return [trial.true_share(place, found) for place, found in enumerate(chosen)]


def _gain(rows: pd.DataFrame) -> Float64[np.ndarray, " table"]:
    return (rows["histogram_distance"] / rows["selected_distance"]).to_numpy() ** 2


def _expected_gain(rows: pd.DataFrame) -> Float64[np.ndarray, " table"]:
    expected = rows["expected_histogram_distance"] / rows["expected_informed_distance"]
    return expected.to_numpy() ** 2
