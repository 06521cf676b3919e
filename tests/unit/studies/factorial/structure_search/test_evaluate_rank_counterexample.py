from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.exact_factorization import measured_rank
from compsparse.studies.factorial.structure_search import evaluate_rank_counterexample
from compsparse.studies.factorial.structure_search.evaluate_rank_counterexample import (
    few_vectors_table,
)

PARAMS = {
    "root_seed": 3,
    "factors": [[2, 2], [2, 3]],
    "dimensions": [1, 2],
    "concentration": 1.0,
    "runs": 2,
    "tolerance": 1e-12,
}


def run(**changes: Any) -> Any:
    return evaluate_rank_counterexample.run({}, **PARAMS | changes)


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_few_vectors_make_a_small_rank(dimension: int) -> None:
    conditional = few_vectors_table(6, dimension, np.random.default_rng(0))
    np.testing.assert_allclose(conditional.sum(1), 1)
    assert measured_rank(np.log(conditional)) == dimension + 1
    # up to one constant per input, the rank is the dimension
    centered = np.log(conditional) - np.log(conditional).mean(1, keepdims=True)
    assert measured_rank(centered) == dimension


def test_table_and_metrics() -> None:
    outputs = run()
    table = outputs["table"]
    assert table["kind"].tolist() == ["few_vectors", "few_vectors", "planted"] * 4
    assert table["tokens"].tolist() == [4] * 6 + [6] * 6
    # all but those in which one output factor depends on everything
    assert table["tried"].tolist() == [170 - 4] * 6 + [58082 - 61] * 6
    few, planted = table[table["kind"] == "few_vectors"], table[table["kind"] == "planted"]
    assert few["measured_rank"].tolist() == few["rank_bound"].tolist() == [2, 3] * 4
    assert (few["fitting"] == 0).all()
    assert (few["found_complexity"] == few["tokens"] ** 2).all()
    assert planted["found_complexity"].tolist() == [8, 8, 13, 13]
    assert (planted["smallest_divergence"] < 1e-14).all()
    assert (planted["fitting"] > 0).all()

    metrics = outputs["metrics"]["factorial_rank_counterexample"]
    assert {name: metric["value"] for name, metric in metrics.items()} == {
        "fitting_factorizations": 0,
        "log10_smallest_divergence": np.log10(few["smallest_divergence"].min()),
        "rank_above_bound": 0,
        "full_rank_tables": 0,
        "planted_missed": 0,
    }
    assert metrics["fitting_factorizations"]["n"] == 8
    assert metrics["planted_missed"]["n"] == 4


def test_a_factorization_among_the_counterexamples_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors that are a sum over two factors of the outputs: a product at every input."""

    def special(tokens: int, dimension: int, random: np.random.Generator) -> np.ndarray:
        outputs = np.add.outer([0.0, 0.7], [0.0, 1.9]).ravel()
        weights = np.exp(np.outer(random.standard_normal(tokens), outputs))
        return weights / weights.sum(1, keepdims=True)

    monkeypatch.setattr(evaluate_rank_counterexample, "few_vectors_table", special)
    metrics = run(factors=[[2, 2]])["metrics"]["factorial_rank_counterexample"]
    assert metrics["fitting_factorizations"]["value"] > 0
    assert metrics["log10_smallest_divergence"]["value"] < -14


def test_a_tolerance_that_takes_anything_misses_the_planted_one() -> None:
    metrics = run(factors=[[2, 2]], tolerance=10.0)["metrics"]["factorial_rank_counterexample"]
    assert metrics["planted_missed"]["value"] == 2
