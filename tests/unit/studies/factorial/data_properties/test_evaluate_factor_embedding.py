from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.embedding import factor_table, one_hot_codes
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_properties import evaluate_factor_embedding

MIXED = Factorization.parse("2*3*4")
PARAMS = {
    "root_seed": 3,
    "input_factors": ["2^4", "2*3*4"],
    "embedding_dimensions": [1, 5, 7, 9, 12],
    "runs": 2,
    "drawn_factors": "2*3",
}


def planted_table(dimension: int, seed: int = 0) -> np.ndarray:
    return factor_table(MIXED, dimension, np.random.default_rng(seed))


def test_table_and_metrics() -> None:
    outputs: Any = evaluate_factor_embedding.run({}, **PARAMS)
    table, metrics = outputs["table"], outputs["metrics"]["factorial_factor_embedding"]
    ranks = table[table["input_factors"] == "2*3*4"].pivot_table(
        index="quantity", columns="embedding_dimension", values="value"
    )
    assert ranks.loc["rank of factors", [1, 5, 7, 9, 12]].tolist() == [1, 5, 7, 9, 9]
    assert ranks.loc["rank of inputs", [1, 5, 7, 9, 12]].tolist() == [1, 5, 7, 7, 7]
    assert metrics["rank_deviations"] == {"value": 0.0, "low": 0.0, "high": 0.0, "n": 4}
    assert 0 < metrics["recovery_error_over_bound"]["value"] <= 1
    assert 0 < metrics["attention_error_over_bound"]["value"] <= 1
    # never fewer examples than dimensions to be spanned
    examples = table[table["quantity"] == "examples"]
    assert (examples["value"] >= examples["input_factors"].map({"2^4": 5, "2*3*4": 7})).all()
    assert metrics["examples_over_elements"]["n"] == 2
    assert len(table[table["quantity"] == "vector"]) == 2 * (2 + 3)


def test_other_runs_and_spaces_change_no_draw() -> None:
    first: Any = evaluate_factor_embedding.run({}, **PARAMS)
    more: Any = evaluate_factor_embedding.run(
        {}, **PARAMS | {"runs": 3, "input_factors": ["2*3*4"]}
    )
    kept = [
        outputs["table"].query("input_factors == '2*3*4' and run < 2").reset_index(drop=True)
        for outputs in (first, more)
    ]
    assert kept[0].equals(kept[1])


def test_a_wrong_table_is_not_recovered_within_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    table, codes = planted_table(9), one_hot_codes(MIXED)
    assert evaluate_factor_embedding.recovery_error_over_bound(codes, table) <= 1
    inverse = np.linalg.pinv(table)
    inverse[0, 0] += 1e-9
    monkeypatch.setattr(np.linalg, "pinv", lambda _: inverse)
    assert evaluate_factor_embedding.recovery_error_over_bound(codes, table) > 1


def test_too_few_dimensions_have_no_linear_inverse() -> None:
    codes, random = one_hot_codes(MIXED), np.random.default_rng(0)
    with pytest.raises(ValueError, match="No number of examples"):
        evaluate_factor_embedding.examples_needed(codes, codes @ planted_table(6), random)


def test_examples_needed_are_those_that_span() -> None:
    codes = one_hot_codes(MIXED)
    needed = evaluate_factor_embedding.examples_needed(
        codes, codes @ planted_table(9), np.random.default_rng(5)
    )
    order = np.random.default_rng(5).permutation(24)
    assert np.linalg.matrix_rank(codes[order[:needed]]) == 7
    assert np.linalg.matrix_rank(codes[order[: needed - 1]]) == 6


def test_unequal_attention_is_not_the_embedding(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = one_hot_codes(MIXED)
    assert evaluate_factor_embedding.attention_error_over_bound(MIXED, codes, planted_table(4)) <= 1
    monkeypatch.setattr(
        evaluate_factor_embedding, "attention", lambda _, __, values: values[:, 0] * (1 / 3 + 1e-9)
    )
    assert evaluate_factor_embedding.attention_error_over_bound(MIXED, codes, planted_table(4)) > 1
