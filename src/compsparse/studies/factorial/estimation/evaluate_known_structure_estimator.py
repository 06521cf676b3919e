"""Theorem 3 for a known factorization and graph (document 004, Section 3.2).

The product of conditional histograms is compared with the plain conditional histogram on the same
samples. A replicate's error is the mean over several graphs: with one parent a graph has few rows,
and the error of a single graph would mostly reflect how concentrated these happen to be.

Three settings: tables drawn as in the document, with uniform inputs and with a marginal that is
only bounded from below; and tables whose rows are all uniform, the hardest for either estimator,
which need the theorems' numbers of samples.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_runs
from compsparse.studies.factorial.estimation.counts import bounded_marginal, draw_counts
from compsparse.studies.factorial.estimation.histogram import (
    conditional_histogram,
    factored_histogram,
)
from compsparse.studies.factorial.estimation.total_variation import conditional_total_variation
from compsparse.studies.factorial.histories.per_run import per_run
from workflow_engine.seeds import generator

DRAWN, BOUNDED, UNIFORM = "drawn tables", "bounded marginal", "uniform tables"
PREFIXES = {DRAWN: "", BOUNDED: "bounded_marginal_", UNIFORM: "uniform_tables_"}

_CELL = ["setting", "parents", "statistical_complexity", "samples"]
_ERRORS = ["factored_total_variation", "histogram_total_variation"]


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    samples: Sequence[int],
    replicates: int,
    least_marginal: float,
) -> stats.Evaluation:
    """Measure both estimators on ``datasets``, whose graphs are divided among ``replicates``.

    ``least_marginal`` is the smallest probability of an input, times N.
    """
    names = (root_seed, "factorial", "known_structure_estimator")
    graphs = pd.DataFrame(
        [
            {**row, "run": graph % replicates}
            for path, dataset, graph in read_runs(stats.many(inputs, "datasets"))
            for row in _graph_rows(dataset, graph, path.stem, names, samples, least_marginal)
        ]
    )
    table = graphs.groupby([*_CELL, "cells", "run"], as_index=False)[_ERRORS].mean()
    stats.require_balanced(table, _CELL)
    statistics: dict[str, stats.MeanOf] = {}
    for setting, prefix in PREFIXES.items():
        rows = table[table["setting"] == setting]
        found = per_run(rows, samples_exponent, complexity_exponent, log_saving_over_predicted)
        statistics |= {prefix + name: mean for name, mean in found.items()}
    return stats.Evaluation(table, statistics)


def samples_exponent(rows: pd.DataFrame) -> float:
    """Return the slope of ln TV^2 on ln n of the factored estimator, averaged over tasks."""
    return float(np.mean([_squared_slope(task, "samples") for _, task in rows.groupby("parents")]))


def complexity_exponent(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln TV^2 on ln SC of the factored estimator, averaged over n."""
    if rows["statistical_complexity"].nunique() < 2:
        return None
    slopes = [_squared_slope(same, "statistical_complexity") for _, same in rows.groupby("samples")]
    return float(np.mean(slopes))


def log_saving_over_predicted(rows: pd.DataFrame) -> float:
    """Return the mean of ln (TV^2 of the histogram / of the factored estimator) - ln (NM/SC)."""
    # as both squares fall like 1/n, that ratio is the factor by which samples are saved
    saving = 2.0 * np.log(rows["histogram_total_variation"] / rows["factored_total_variation"])
    predicted = np.log(rows["cells"] / rows["statistical_complexity"])
    return float((saving - predicted).mean())


def _squared_slope(rows: pd.DataFrame, name: str) -> float:
    return stats.log_log_slope(
        rows[name].to_numpy(dtype=np.float64), rows["factored_total_variation"].to_numpy() ** 2
    )


def _graph_rows(
    dataset: Dataset,
    index: int,
    name: str,
    names: tuple[int, str, str],  # of the random generators
    sample_sizes: Sequence[int],
    least_marginal: float,
) -> Iterator[dict[str, str | int | float]]:
    graph, tables = dataset.graph(index), dataset.probabilities(index)
    drawn = generator(*names, "marginal", name, index)
    uniform = np.full(len(tables), 1.0 / len(tables))
    settings = {
        DRAWN: (tables, uniform),
        BOUNDED: (tables, bounded_marginal(len(tables), least_marginal, drawn)),
        UNIFORM: (np.full(tables.shape, 1.0 / tables.shape[1]), uniform),
    }
    for (setting, (truth, marginal)), samples in product(settings.items(), sample_sizes):
        random = generator(*names, "samples", name, index, setting, samples)
        counts = draw_counts(samples, truth, marginal, random)
        factored, plain = factored_histogram(graph, counts), conditional_histogram(counts)
        yield {
            "setting": setting,
            "parents": int(dataset.parents[index]),
            "statistical_complexity": int(dataset.statistical_complexity[index]),
            "cells": truth.size,
            "samples": samples,
            "factored_total_variation": conditional_total_variation(truth, factored, marginal),
            "histogram_total_variation": conditional_total_variation(truth, plain, marginal),
        }
