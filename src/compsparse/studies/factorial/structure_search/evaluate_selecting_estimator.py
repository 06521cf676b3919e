"""The estimator of Theorem 3, which searches for the unknown factorization (document 004)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.structure_search import (
    conditional_histograms,
    counting,
    planted_table,
)
from compsparse.studies.factorial.structure_search.candidate import Candidate, all_candidates
from compsparse.studies.factorial.structure_search.divergence import divergence
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.seeds import generator

_NAMES = ("factorial", "selecting_estimator")
_COUNTED = (2, 3, 4, 6, 8)  # tokens on either side for which all factorizations are counted
_POSITIVE = (0.0, np.inf)
_ARRAYS = {
    "conditional": Float64[np.ndarray, "table token token"],
    "separation": Float64[np.ndarray, " table"],
    "planted": Int64[np.ndarray, " table"],
}


_SeparatedTable = tuple[planted_table.PlantedTable, float]  # and its separation


@dataclass(frozen=True)
class _Trial:
    """How sample sets are drawn and an estimate is selected."""

    root_seed: int
    repetitions: int
    threshold: float

    def limit(self, cells: int, samples: int) -> float:
        return conditional_histograms.threshold(self.threshold, cells, samples)

    def counts(
        self, table: planted_table.PlantedTable, role: str, index: int, samples: int
    ) -> Int64[np.ndarray, "repetition x y"]:
        """Draw the sample sets of one table."""
        drawn = generator(self.root_seed, *_NAMES, role, index, samples).multinomial(
            samples, table.joint.ravel(), size=self.repetitions
        )
        return drawn.reshape(-1, *table.joint.shape)


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
    trial = _Trial(root_seed, repetitions, threshold)
    tables, candidates = _read(stats.single(inputs, "tables"))
    rows = list(_rows(tables, candidates, samples, trial))
    table = pd.DataFrame(rows)
    stats.require_balanced(table, ["samples"])
    others = [_read(path)[0] for path in stats.many(inputs, "other_tables")]
    shares = [
        _true_shares_once_resolved(separated, candidates, trial) for separated in (tables, *others)
    ]
    per_table = _statistics(min(samples), max(samples))
    counts = [counting.log_count(n, n) / counting.log_count_bound(n, n) for n in _COUNTED]
    return stats.Evaluation(
        table,
        {
            **stats.replicate_statistics(table, per_table),
            "least_share_once_resolved": stats.MeanOf(np.min(shares, axis=0), stats.SHARE),
            "log_count_over_bound": stats.exact(max(counts), len(counts)),
            "candidates": stats.exact(len(candidates)),
        },
    )


def _read(path: Path) -> tuple[list[_SeparatedTable], list[Candidate]]:
    """Return each table with its separation, and all candidates of its size."""
    arrays = stats.read_named_axes(path, _ARRAYS)
    tokens = arrays["conditional"].shape[1]
    candidates = all_candidates(tokens, tokens)
    planted = arrays["planted"].tolist()
    if not set(planted) <= set(range(len(candidates))):
        raise ArtifactError(
            path, f"'planted' is {planted}; there are {len(candidates)} candidates."
        )
    tables = [
        planted_table.PlantedTable(conditional, candidates[place])
        for conditional, place in zip(arrays["conditional"], planted, strict=True)
    ]
    return list(zip(tables, arrays["separation"].tolist(), strict=True)), candidates


def _rows(
    tables: list[_SeparatedTable],
    candidates: list[Candidate],
    sample_sizes: Sequence[int],
    trial: _Trial,
) -> Iterator[Mapping[str, float]]:
    repetitions = trial.repetitions
    cells = [(index, samples) for index in range(len(tables)) for samples in sample_sizes]
    counts = np.concatenate(
        [trial.counts(tables[index][0], "samples", index, samples) for index, samples in cells]
    )
    truths = np.repeat([tables[index][0].conditional for index, _ in cells], repetitions, 0)
    limits = np.repeat([trial.limit(truths[0].size, samples) for _, samples in cells], repetitions)
    errors, chosen = _errors(counts, truths, candidates, limits)
    trivial = _first(candidates, lambda candidate: candidate.trivial)
    for number, (index, samples) in enumerate(cells):
        table, separation = tables[index]
        informed = candidates.index(table.candidate)
        sets = np.arange(number * repetitions, (number + 1) * repetitions)
        yield {
            "run": index,
            "samples": samples,
            "separation": separation,
            "histogram_distance": float(errors[trivial, sets].mean()),
            "selected_distance": float(errors[chosen[sets], sets].mean()),
            "informed_distance": float(errors[informed, sets].mean()),
            "expected_histogram_distance": conditional_histograms.expected_distance(
                table.conditional, candidates[trivial], samples
            ),
            "expected_informed_distance": conditional_histograms.expected_distance(
                table.conditional, candidates[informed], samples
            ),
            "true_share": _true_share(table, candidates, chosen[sets]),
        }


def _true_share(
    table: planted_table.PlantedTable,
    candidates: list[Candidate],
    chosen: Int64[np.ndarray, " run"],
) -> float:
    """Return the fraction of the chosen candidates that fit the table, without the trivial one."""
    # few different candidates are selected; the trivial one fits every table and is no discovery
    true = {
        c: candidates[c].statistical_complexity <= table.candidate.statistical_complexity
        and divergence(table.joint, candidates[c]) <= planted_table.ROUNDING
        for c in set(chosen)
    }
    return float(np.mean([true[c] for c in chosen]))


def _true_shares_once_resolved(
    tables: list[_SeparatedTable],
    candidates: list[Candidate],
    trial: _Trial,
) -> list[float]:
    """Return the true share of every table at 2 N M / separation² samples."""
    # there the threshold and the histogram's error, at a confidence of 95 %, add up to less than
    # the separation: no candidate that does not fit the table is near the histogram
    shares = []
    for index, (table, separation) in enumerate(tables):
        cells = table.conditional.size
        samples = int(np.ceil(2 * cells / separation**2))
        counts = trial.counts(table, "resolved", index, samples)
        _, chosen = _errors(
            counts,
            np.repeat(table.conditional[None], len(counts), 0),
            candidates,
            np.full(len(counts), trial.limit(cells, samples)),
        )
        shares.append(_true_share(table, candidates, chosen))
    return shares


def _errors(
    counts: Int64[np.ndarray, "run x y"],
    truths: Float64[np.ndarray, "run x y"],
    candidates: list[Candidate],
    limits: Float64[np.ndarray, " run"],
) -> tuple[Float64[np.ndarray, "candidate run"], Int64[np.ndarray, " run"]]:
    """Return every candidate's distance from the truth, and the candidate selected in each run."""
    histogram = conditional_histograms.estimate(
        counts, candidates[_first(candidates, lambda candidate: candidate.trivial)]
    )
    errors = np.zeros((len(candidates), len(counts)))
    distances = np.zeros_like(errors)
    for number, candidate in enumerate(candidates):
        guess = conditional_histograms.estimate(counts, candidate)
        errors[number] = conditional_histograms.total_variation(guess, truths)
        distances[number] = conditional_histograms.total_variation(guess, histogram)
    return errors, conditional_histograms.select(
        distances, [candidate.statistical_complexity for candidate in candidates], limits
    )


def _first(candidates: list[Candidate], wanted: Callable[[Candidate], bool]) -> int:
    return next(number for number, candidate in enumerate(candidates) if wanted(candidate))


def _statistics(
    smallest: int, largest: int
) -> dict[str, tuple[stats.Statistic, tuple[float, float]]]:
    def with_samples(samples: int, statistic: Callable[[pd.Series], float]) -> stats.Statistic:
        return lambda rows: float(statistic(rows[rows["samples"] == samples].iloc[0]))

    return {
        "gain": (with_samples(largest, _gain), _POSITIVE),
        "expected_gain": (with_samples(largest, _expected_gain), _POSITIVE),
        "gain_over_expected": (
            with_samples(largest, lambda row: _gain(row) / _expected_gain(row)),
            _POSITIVE,
        ),
        "gain_at_fewest_samples": (with_samples(smallest, _gain), _POSITIVE),
        "selected_over_informed": (
            with_samples(largest, lambda row: row["selected_distance"] / row["informed_distance"]),
            _POSITIVE,
        ),
        "true_share": (with_samples(largest, lambda row: row["true_share"]), stats.SHARE),
    }


def _gain(row: pd.Series) -> float:
    return float((row["histogram_distance"] / row["selected_distance"]) ** 2)


def _expected_gain(row: pd.Series) -> float:
    return float((row["expected_histogram_distance"] / row["expected_informed_distance"]) ** 2)
