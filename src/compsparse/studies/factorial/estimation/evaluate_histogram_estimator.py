"""Theorem 2: the error of the histogram and how often it fails (document 004, Section 3.2).

Two tables in one, told apart by the column ``part``: "error" has one row per space, law, run and
number of samples; "failure" one per space, eps, delta and run, at the theorem's number of samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.estimation.sufficient_samples import (
    deviation_allowance,
    expectation_bound,
    sufficient_samples,
)
from compsparse.studies.factorial.estimation.total_variation import (
    expected_total_variation,
    total_variation,
)
from compsparse.studies.factorial.histories.per_run import per_run
from workflow_engine.seeds import generator

UNIFORM, STRUCTURELESS = "uniform", "Dirichlet"

_NOT_NEGATIVE = (0.0, np.inf)


@dataclass(frozen=True)
class ErrorGrid:
    """Where the mean error is measured."""

    tokens: Sequence[int]
    samples: Sequence[int]


@dataclass(frozen=True)
class FailureGrid:
    """Where failures are counted, at the number of samples of Theorem 2."""

    tokens: Sequence[int]
    errors: Sequence[float]  # eps, in total variation
    failure_probabilities: Sequence[float]  # delta
    repetitions: int  # samples drawn in each run


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    concentration: float,
    mean: ErrorGrid,
    failures: FailureGrid,
    runs: int,
) -> stats.Evaluation:
    """Compare histograms of samples with the true distribution."""
    errors = pd.DataFrame(_error_rows(root_seed, concentration, mean, runs))
    failed = pd.DataFrame(_failure_rows(root_seed, failures, runs))
    table = pd.concat([errors.assign(part="error"), failed.assign(part="failure")])
    return stats.Evaluation(
        table.reset_index(drop=True),
        {
            **per_run(errors, samples_exponent, cells_exponent),
            **per_run(errors, mean_over_exact, largest_error_over_bound, support=_NOT_NEGATIVE),
            **per_run(failed, largest_deviation_over_bound),
            **per_run(failed, failure_rate_over_allowed, support=_NOT_NEGATIVE),
        },
    )


def samples_exponent(rows: pd.DataFrame) -> float:
    """Return the slope of ln TV^2 on ln n under the uniform law, averaged over spaces."""
    return _mean_slope(rows, within="cells", on="samples")


def cells_exponent(rows: pd.DataFrame) -> float:
    """Return the slope of ln TV^2 on ln N M under the uniform law, averaged over n."""
    return _mean_slope(rows, within="samples", on="cells")


def mean_over_exact(rows: pd.DataFrame) -> float:
    """Return the error divided by its exact expectation, averaged over all rows."""
    return float((rows["total_variation"] / rows["expected_total_variation"]).mean())


def largest_error_over_bound(rows: pd.DataFrame) -> float:
    """Return the largest ratio of an error to 1/2 sqrt(N M / n), the bound of its expectation."""
    bounds = map(expectation_bound, rows["cells"], rows["samples"])
    return float((rows["total_variation"] / list(bounds)).max())


def largest_deviation_over_bound(rows: pd.DataFrame) -> float:
    """Return the largest ratio of the (1 - delta) quantile above the mean to its bound."""
    bounds = map(deviation_allowance, rows["samples"], rows["failure_probability"])
    excess = rows["total_variation"] - rows["expected_total_variation"]
    return float((excess / list(bounds)).max())


def failure_rate_over_allowed(rows: pd.DataFrame) -> float:
    """Return the largest ratio of the share of failures to delta, over (space, eps, delta)."""
    # of one replicate: by chance it lies above the largest expected ratio, never below in the mean
    shares = rows["failures"] / rows["trials"]
    return float((shares / rows["failure_probability"]).max())


def _mean_slope(rows: pd.DataFrame, *, within: str, on: str) -> float:
    uniform = rows[rows["law"] == UNIFORM]
    squares = uniform.assign(square=uniform["total_variation"] ** 2)
    return float(
        np.mean(
            [
                stats.log_log_slope(
                    alike[on].to_numpy(dtype=np.float64), alike["square"].to_numpy()
                )
                for _, alike in squares.groupby(within)
            ]
        )
    )


def _error_rows(
    root_seed: int, concentration: float, grid: ErrorGrid, runs: int
) -> list[dict[str, Any]]:
    rows = []
    for tokens, law, run_index in product(grid.tokens, (UNIFORM, STRUCTURELESS), range(runs)):
        names = (root_seed, "factorial", "histogram_estimator", law, tokens, run_index)
        truth = _joint(tokens, law, concentration, generator(*names, "rows"))
        for samples in grid.samples:
            random = generator(*names, "samples", samples)
            histogram = random.multinomial(samples, truth) / samples
            rows.append(
                {
                    "law": law,
                    "cells": tokens**2,
                    "run": run_index,
                    "samples": samples,
                    "total_variation": total_variation(histogram, truth),
                    "expected_total_variation": expected_total_variation(samples, truth),
                }
            )
    return rows


def _joint(
    tokens: int, law: str, concentration: float, random: np.random.Generator
) -> Float64[np.ndarray, " cell"]:
    """Return x uniform and rows either uniform, the hardest case, or Dirichlet draws."""
    cells = tokens**2
    if law == UNIFORM:
        return np.full(cells, 1.0 / cells)
    rows = random.dirichlet(np.full(tokens, concentration), size=tokens)
    joint: Float64[np.ndarray, " cell"] = rows.reshape(cells) / rows.sum()
    return joint


def _failure_rows(root_seed: int, grid: FailureGrid, runs: int) -> list[dict[str, Any]]:
    rows = []
    for tokens, error, run_index in product(grid.tokens, grid.errors, range(runs)):
        cells = tokens**2
        truth = np.full(cells, 1.0 / cells)
        for delta in grid.failure_probabilities:
            samples = sufficient_samples(cells, error, delta)
            names = ("factorial", "histogram_estimator", "failures", cells, samples, run_index)
            random = generator(root_seed, *names)  # equal numbers of samples are the same draws
            counts = random.multinomial(samples, truth, size=grid.repetitions)
            errors = 0.5 * np.abs(counts / samples - truth).sum(axis=1)
            rows.append(
                {
                    "law": UNIFORM,
                    "cells": cells,
                    "run": run_index,
                    "samples": samples,
                    "error": error,
                    "failure_probability": delta,
                    "failures": int((errors > error).sum()),
                    "trials": len(errors),
                    "total_variation": float(np.quantile(errors, 1.0 - delta)),
                    "expected_total_variation": expected_total_variation(samples, truth),
                }
            )
    return rows
