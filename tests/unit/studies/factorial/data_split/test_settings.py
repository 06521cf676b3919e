from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.data_split.plan import DataSplit


def section(**changes: Any) -> dict[str, Any]:
    values: dict[str, dict[str, Any]] = {
        "generate": {
            "input_factors": "2^5",
            "output_factors": "4^2",
            "parents": [1, 3],
            "concentration": 0.1,
            "runs": 2,
        },
        "train": {
            "embedding_dimension": 8,
            "hidden_ratio": 2,
            "layers": 1,
            "learning_rate": 0.03,
            "schedule": {"kind": "cosine"},
            "seen_fractions": [0.1, 0.5, 0.9],
            "held_out_fraction": 0.1,
            "jobs": 2,
            "steps": 100,
            "logged_steps": 10,
        },
        "evaluate": {
            "sufficient_ratio": 2,
            "budgets": [1, 9],
            "isoflop_parents": [1, 3],
            "curve_points": 5,
        },
    }
    for name, value in changes.items():
        part = next(part for part in values.values() if name in part)
        part[name] = value
    return {"data_split": values}


def test_fitting_values() -> None:
    settings = DataSplit.model_validate(section()).data_split
    assert settings.train.seen_fractions == [0.1, 0.5, 0.9]
    assert settings.evaluate.budgets == [1.0, 9.0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seen_fractions": [0.1, 0.5, 0.5]}, r"distinct entries, not \[0.1, 0.5, 0.5\]"),
        ({"seen_fractions": [0.5, 0.95]}, "at most 0.9, what held_out_fraction leaves; 0.95"),
        ({"held_out_fraction": 0.0}, "greater than 0"),
        ({"jobs": 4}, "at most 3 jobs"),
        ({"isoflop_parents": [1, 2]}, r"among \[1, 3\]"),
        ({"isoflop_parents": [3, 1]}, "in increasing order"),
        ({"sufficient_ratio": 1}, "greater than 1"),
        ({"budgets": [9, 1]}, "in increasing order"),
        # 3 of 32 inputs at the smallest share, 29 at the largest
        ({"budgets": [0.9, 9]}, "from 0.90625 .* to 9.375"),
        ({"budgets": [1, 10]}, "from 0.90625 .* to 9.375"),
    ],
)
def test_values_that_do_not_fit(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        DataSplit.model_validate(section(**changes))
