from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.estimation import evaluate_histogram_estimator as step
from compsparse.studies.factorial.estimation.sufficient_samples import expectation_bound
from tests.unit.studies.factorial.plan_values import run_step

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "concentration": 0.1,
    "runs": 3,
    "mean": {"tokens": [4, 8], "samples": [1000, 10000]},
    "failures": {
        "tokens": [2, 4],
        "errors": [0.1],
        "failure_probabilities": [0.2, 0.05],
        "repetitions": 100,
    },
}


def planted(coefficient: float, samples_power: float, cells_power: float) -> pd.DataFrame:
    rows = [
        {"law": "uniform", "cells": k, "run": run, "samples": n, "expected_total_variation": 1.0}
        for k in (64, 256)
        for n in (1000, 4000, 16000)
        for run in range(3)
    ]
    table = pd.DataFrame(rows)
    square = coefficient * table["cells"] ** cells_power * table["samples"] ** samples_power
    return table.assign(total_variation=np.sqrt(square))


def test_slopes_of_a_planted_law() -> None:
    rows = planted(0.2, -0.8, 0.7)
    replicate = rows[rows["run"] == 0]
    assert step.samples_exponent(replicate) == pytest.approx(-0.8)
    assert step.cells_exponent(replicate) == pytest.approx(0.7)
    assert step.largest_error_over_bound(planted(0.25, -1.0, 1.0)) == pytest.approx(1)


def test_the_worst_cell_of_a_replicate_is_judged() -> None:
    rows = pd.DataFrame(
        [
            {"cells": 4, "error": 0.1, "failure_probability": delta, "failures": f, "trials": 100}
            for delta, failures in ((0.2, (10, 6)), (0.05, (4, 8)))
            for f in failures
        ]
    )
    assert step.failure_rate_over_allowed(rows) == pytest.approx(0.08 / 0.05)


def test_table_and_metrics() -> None:
    outputs: Any = run_step(step, {}, PARAMS)
    table, metrics = outputs["table"], outputs["metrics"]["factorial_histogram_estimator"]
    assert table.groupby("part").size().to_dict() == {"error": 2 * 2 * 3 * 2, "failure": 2 * 2 * 3}
    assert set(metrics) == {
        "samples_exponent",
        "cells_exponent",
        "mean_over_exact",
        "largest_error_over_bound",
        "largest_deviation_over_bound",
        "failure_rate_over_allowed",
    }
    assert metrics["samples_exponent"]["value"] == pytest.approx(-1, abs=0.4)
    assert metrics["mean_over_exact"]["value"] == pytest.approx(1, abs=0.1)
    assert 0 < metrics["largest_deviation_over_bound"]["value"] < 1
    # the smallest space needs more samples the smaller delta is, the larger one does not
    failures = table[table["part"] == "failure"]
    distinct = failures.groupby("cells")["samples"].nunique()
    assert distinct.to_dict() == {4: 2, 16: 1}


def test_a_wrong_expectation_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound in place of the expectation, which lies below it by a factor of 0.8 or less."""
    monkeypatch.setattr(
        step,
        "expected_total_variation",
        lambda samples, law: expectation_bound(len(law), samples),
    )
    outputs: Any = run_step(step, {}, PARAMS)
    assert outputs["metrics"]["factorial_histogram_estimator"]["mean_over_exact"]["value"] < 0.9
