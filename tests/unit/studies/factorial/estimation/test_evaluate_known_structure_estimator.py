from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.estimation import evaluate_known_structure_estimator as step
from compsparse.studies.factorial.estimation.histogram import factored_histogram
from tests.unit.studies.factorial.estimation.drawing import write_dataset

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "samples": [2000, 20000],
    "replicates": 3,
    "least_marginal": 0.5,
}
RESULT = "factorial_known_structure_estimator"


def test_statistics_of_a_planted_law() -> None:
    rows = pd.DataFrame(
        [
            {
                "parents": p,
                "statistical_complexity": 12 * 2**p,
                "cells": 4096,
                "samples": n,
                "factored_total_variation": np.sqrt((12 * 2**p) ** 1.2 * n**-0.9),
                "histogram_total_variation": 2 * np.sqrt(4096 / n),
            }
            for p in (1, 2, 3)
            for n in (1000, 4000)
        ]
    )
    assert step.samples_exponent(rows) == pytest.approx(-0.9)
    assert step.complexity_exponent(rows) == pytest.approx(1.2)
    exact = rows.assign(
        factored_total_variation=np.sqrt(rows["statistical_complexity"] / rows["samples"])
    )
    assert step.log_saving_over_predicted(exact) == pytest.approx(np.log(4))
    assert step.complexity_exponent(rows[rows["parents"] == 1]) is None


def test_table_and_metrics(tmp_path: Path) -> None:
    paths = [write_dataset(tmp_path, parents, 6) for parents in (1, 2)]
    outputs: Any = step.run({"datasets": paths}, **PARAMS)
    table, metrics = outputs["table"], outputs["metrics"][RESULT]
    assert len(table) == 3 * 2 * 2 * 3  # settings, parents, samples, replicates
    assert set(metrics) == {
        prefix + name
        for prefix in ("", "bounded_marginal_", "uniform_tables_")
        for name in ("samples_exponent", "complexity_exponent", "log_saving_over_predicted")
    }
    for prefix in ("", "bounded_marginal_", "uniform_tables_"):
        assert metrics[f"{prefix}samples_exponent"]["value"] == pytest.approx(-1, abs=0.4)
    assert (table["factored_total_variation"] < table["histogram_total_variation"]).all()


def test_a_graph_that_is_not_the_right_one_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the parents of another graph the error stops falling."""

    def shifted(graph: FactorGraph, counts: Any) -> Any:
        moved = FactorGraph.from_adjacency(
            graph.inputs, graph.outputs, np.roll(graph.adjacency, 1, axis=1)
        )
        return factored_histogram(moved, counts)

    monkeypatch.setattr(step, "factored_histogram", shifted)
    paths = [write_dataset(tmp_path, parents, 6) for parents in (1, 2)]
    outputs: Any = step.run({"datasets": paths}, **PARAMS)
    assert outputs["metrics"][RESULT]["samples_exponent"]["value"] > -0.2
