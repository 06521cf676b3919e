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
from compsparse.studies.factorial.estimation.expected_total_variation import (
    expected_total_variation,
)
from compsparse.studies.factorial.estimation.sufficient_samples import (
    deviation_allowance,
    expectation_bound,
    sufficient_samples,
)
from compsparse.studies.factorial.estimation.total_variation import total_variation
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
    error_rows = pd.DataFrame(_error_rows(root_seed, concentration, mean, runs))
    failure_rows = pd.DataFrame(_failure_rows(root_seed, failures, runs))
    error_statistics = {
        "samples_exponent": (samples_exponent, stats.ANY_VALUE),
        "cells_exponent": (cells_exponent, stats.ANY_VALUE),
        "mean_over_exact": (mean_over_exact, _NOT_NEGATIVE),
        "largest_error_over_bound": (largest_error_over_bound, _NOT_NEGATIVE),
    }
    failure_statistics = {
        "largest_deviation_over_bound": (largest_deviation_over_bound, stats.ANY_VALUE),
        "failure_rate_over_allowed": (failure_rate_over_allowed, _NOT_NEGATIVE),
    }
    table = pd.concat(
        [error_rows.assign(part="error"), failure_rows.assign(part="failure")], ignore_index=True
    )
    return stats.Evaluation(
        table,
        {
            **stats.replicate_statistics(error_rows, error_statistics),
            **stats.replicate_statistics(failure_rows, failure_statistics),
        },
    )


def samples_exponent(rows: pd.DataFrame) -> float:
    """Return the slope of ln TV^2 on ln n under the uniform law, averaged over spaces."""
    uniform = rows[rows["law"] == UNIFORM]
    return float(
        np.mean([_squared_slope(space, "samples") for _, space in uniform.groupby("cells")])
    )


def cells_exponent(rows: pd.DataFrame) -> float:
    """Return the slope of ln TV^2 on ln N M under the uniform law, averaged over n."""
    uniform = rows[rows["law"] == UNIFORM]
    return float(np.mean([_squared_slope(same, "cells") for _, same in uniform.groupby("samples")]))


def mean_over_exact(rows: pd.DataFrame) -> float:
    """Return the error divided by its exact expectation, averaged over all rows."""
    return float((rows["total_variation"] / rows["expected_total_variation"]).mean())


def largest_error_over_bound(rows: pd.DataFrame) -> float:
    """Return the largest ratio of an error to 1/2 sqrt(N M / n), the bound of its expectation."""
    bounds = [
        expectation_bound(int(cells), int(samples))
        for cells, samples in zip(rows["cells"], rows["samples"], strict=True)
    ]
    return float((rows["total_variation"] / bounds).max())


def largest_deviation_over_bound(rows: pd.DataFrame) -> float:
    """Return the largest ratio of the (1 - delta) quantile above the mean to its bound."""
    bounds = [
        deviation_allowance(int(samples), float(delta))
        for samples, delta in zip(rows["samples"], rows["failure_probability"], strict=True)
    ]
    excess = rows["total_variation"] - rows["expected_total_variation"]
    return float((excess / bounds).max())


def failure_rate_over_allowed(rows: pd.DataFrame) -> float:
    """Return the largest ratio of the share of failures to delta, over (space, eps, delta)."""
    # of one replicate: by chance it lies above the largest expected ratio, never below in the mean
    shares = rows["failures"] / rows["trials"]
    return float((shares / rows["failure_probability"]).max())


def _squared_slope(rows: pd.DataFrame, name: str) -> float:
    return stats.log_log_slope(
        rows[name].to_numpy(dtype=np.float64), rows["total_variation"].to_numpy() ** 2
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
        drawn: dict[int, Float64[np.ndarray, " repetition"]] = {}
        for delta in grid.failure_probabilities:
            samples = sufficient_samples(tokens**2, error, delta)
            if samples not in drawn:
                drawn[samples] = _repeated_errors(
                    tokens**2, samples, run_index, root_seed, grid.repetitions
                )
            rows.append(
                {
                    "law": UNIFORM,
                    "cells": tokens**2,
                    "run": run_index,
                    "samples": samples,
                    "error": error,
                    "failure_probability": delta,
                    "failures": int((drawn[samples] > error).sum()),
                    "trials": len(drawn[samples]),
                    "total_variation": float(np.quantile(drawn[samples], 1.0 - delta)),
                    "expected_total_variation": expected_total_variation(
                        samples, np.full(tokens**2, 1.0 / tokens**2)
                    ),
                }
            )
    return rows


def _repeated_errors(
    cells: int, samples: int, run_index: int, root_seed: int, repetitions: int
) -> Float64[np.ndarray, " repetition"]:
    names = ("factorial", "histogram_estimator", "failures", cells, samples, run_index)
    random = generator(root_seed, *names)
    truth = np.full(cells, 1.0 / cells)
    counts = random.multinomial(samples, truth, size=repetitions)
    errors: Float64[np.ndarray, " repetition"] = 0.5 * np.abs(counts / samples - truth).sum(axis=1)
    return errors
