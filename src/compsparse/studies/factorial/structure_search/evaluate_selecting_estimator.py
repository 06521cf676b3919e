"""The estimator of Theorem 3: it searches the factorization that it is not told (document 004)."""

from collections.abc import Callable, Iterator, Mapping
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


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Compare the histogram, the selecting estimator, and one that knows the factorization.

    Inputs: tables, of ``generate_separated_tables``; other_tables, as many, of other separations,
    at which the number of samples that Theorem 3 asks for is tried as well. Params: repetitions,
    sample sets per table and number of samples; samples, the numbers; threshold, c in c sqrt(NM /
    n).
    """
    tables, candidates = _read(stats.single(inputs, "tables"))
    rows = list(_rows(tables, candidates, params))
    table = pd.DataFrame(rows)
    stats.require_balanced(table, ["samples"])
    others = [_read(path)[0] for path in stats.many(inputs, "other_tables")]
    shares = [
        _true_shares_once_resolved(of_class, candidates, params) for of_class in (tables, *others)
    ]
    per_table = _statistics(min(params["samples"]), max(params["samples"]))
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


def _read(path: Path) -> tuple[list[tuple[planted_table.PlantedTable, float]], list[Candidate]]:
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
    tables: list[tuple[planted_table.PlantedTable, float]],
    candidates: list[Candidate],
    params: stats.Params,
) -> Iterator[Mapping[str, float]]:
    repetitions, sample_sizes = params["repetitions"], params["samples"]
    cells = [(index, samples) for index in range(len(tables)) for samples in sample_sizes]
    counts = np.concatenate(
        [
            generator(params["root_seed"], *_NAMES, "samples", index, samples)
            .multinomial(samples, tables[index][0].joint.ravel(), size=repetitions)
            .reshape(repetitions, *tables[index][0].joint.shape)
            for index, samples in cells
        ]
    )
    truths = np.repeat([tables[index][0].conditional for index, _ in cells], repetitions, 0)
    limits = np.repeat(
        [
            conditional_histograms.threshold(params["threshold"], truths[0].size, samples)
            for _, samples in cells
        ],
        repetitions,
    )
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
    """Return how many of the chosen candidates the table has, none of them the trivial one."""
    # few different ones are selected; every table has the trivial one, and it is no discovery
    true = {
        c: candidates[c].statistical_complexity <= table.candidate.statistical_complexity
        and divergence(table.joint, candidates[c]) <= planted_table.ROUNDING
        for c in set(chosen)
    }
    return float(np.mean([true[c] for c in chosen]))


def _true_shares_once_resolved(
    tables: list[tuple[planted_table.PlantedTable, float]],
    candidates: list[Candidate],
    params: stats.Params,
) -> list[float]:
    """Return the true share of every table at 2 N M / separation² samples."""
    # there the threshold and the histogram's error, at a confidence of 95 %, add up to less than
    # the separation: no candidate that the table does not have is near the histogram
    shares = []
    for index, (table, separation) in enumerate(tables):
        cells = table.conditional.size
        samples = int(np.ceil(2 * cells / separation**2))
        counts = generator(params["root_seed"], *_NAMES, "resolved", index, samples).multinomial(
            samples, table.joint.ravel(), size=params["repetitions"]
        )
        limit = conditional_histograms.threshold(params["threshold"], cells, samples)
        _, chosen = _errors(
            counts.reshape(-1, *table.conditional.shape),
            np.repeat(table.conditional[None], len(counts), 0),
            candidates,
            np.full(len(counts), limit),
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
        counts, candidates[_first(candidates, lambda each: each.trivial)]
    )
    errors = np.zeros((len(candidates), len(counts)))
    distances = np.zeros_like(errors)
    for number, candidate in enumerate(candidates):
        guess = conditional_histograms.estimate(counts, candidate)
        errors[number] = conditional_histograms.total_variation(guess, truths)
        distances[number] = conditional_histograms.total_variation(guess, histogram)
    return errors, conditional_histograms.select(
        distances, [each.statistical_complexity for each in candidates], limits
    )


def _first(candidates: list[Candidate], wanted: Callable[[Candidate], bool]) -> int:
    return next(number for number, candidate in enumerate(candidates) if wanted(candidate))


def _statistics(
    smallest: int, largest: int
) -> dict[str, tuple[stats.Statistic, tuple[float, float]]]:
    def at(samples: int, statistic: Callable[[pd.Series], float]) -> stats.Statistic:
        return lambda rows: float(statistic(rows[rows["samples"] == samples].iloc[0]))

    return {
        "gain": (at(largest, _gain), _POSITIVE),
        "expected_gain": (at(largest, _expected_gain), _POSITIVE),
        "gain_over_expected": (
            at(largest, lambda row: _gain(row) / _expected_gain(row)),
            _POSITIVE,
        ),
        "gain_at_fewest_samples": (at(smallest, _gain), _POSITIVE),
        "selected_over_informed": (
            at(largest, lambda row: row["selected_distance"] / row["informed_distance"]),
            _POSITIVE,
        ),
        "true_share": (at(largest, lambda row: row["true_share"]), stats.SHARE),
    }


def _gain(row: pd.Series) -> float:
    return float((row["histogram_distance"] / row["selected_distance"]) ** 2)


def _expected_gain(row: pd.Series) -> float:
    return float((row["expected_histogram_distance"] / row["expected_informed_distance"]) ** 2)
