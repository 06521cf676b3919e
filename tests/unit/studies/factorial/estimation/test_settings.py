from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.estimation.plan import Estimation

DRAWS = {"input_factors": "2^4", "output_factors": "2^2", "concentration": 0.1}
SECTIONS: dict[str, Any] = {
    "histogram_estimator": {
        "evaluate": {
            "concentration": 0.1,
            "mean": {"tokens": [4, 8], "samples": [100, 1000]},
            "failures": {
                "tokens": [2],
                "errors": [0.1],
                "failure_probabilities": [0.1],
                "repetitions": 10,
            },
            "runs": 3,
        }
    },
    "known_structure_estimator": {
        "generate": {**DRAWS, "parents": [1, 2], "runs": 6},
        "evaluate": {"samples": [100, 1000], "replicates": 3, "least_marginal": 0.5},
    },
    "samples_to_loss": {
        "generate": {**DRAWS, "parents": [1, 2], "runs": 3},
        "train": {
            "embedding_dimension": 4,
            "hidden_ratio": 2,
            "layers": 1,
            "learning_rate": 0.03,
            "schedule": {"kind": "cosine"},
            "batch_size": 8,
            "steps": 40,
            "shorter_steps": [5, 20],
            "logged_steps": 3,
        },
        "fixed_sample": {
            "samples": [10, 100],
            "validation_fraction": 0.2,
            "steps": 30,
            "logged_steps": 4,
        },
        "evaluate": {
            "targets": [0.1, 0.05],
            "pseudocount": 0.5,
            "samples": [10, 100],
            "repetitions": 2,
        },
    },
}


def changed(path: str, value: Any) -> dict[str, Any]:
    sections = deepcopy(SECTIONS)
    *folders, name = path.split(".")
    place = sections
    for folder in folders:
        place = place[folder]
    place[name] = value
    return sections


def test_every_length_has_a_schedule_of_its_own() -> None:
    train = Estimation.model_validate(SECTIONS).samples_to_loss.train
    assert train.lengths == [5, 20, 40]
    for steps in train.lengths:
        network = train.with_steps(steps)
        assert network.steps == steps
        assert network.batch_size == 8
        assert "shorter_steps" not in network.model_dump()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("samples_to_loss.train.shorter_steps", [20, 5], "shorter_steps that increase"),
        ("samples_to_loss.train.shorter_steps", [5, 40], "stay below steps = 40"),
        ("samples_to_loss.evaluate.targets", [0.05, 0.1], "the larger one first"),
        (
            "samples_to_loss.evaluate.samples",
            [10, 10],
            r"samples\s.*distinct entries, not",
        ),
        ("known_structure_estimator.generate.runs", 7, "7 graphs cannot be shared out to 3"),
        ("known_structure_estimator.evaluate.least_marginal", 1.0, "less than 1"),
        (
            "histogram_estimator.evaluate.mean.tokens",
            [8, 8],
            r"tokens\s.*distinct entries, not",
        ),
        ("histogram_estimator.evaluate.mean.tokens", [1, 8], "greater than or equal to 2"),
    ],
)
def test_what_is_not_allowed(path: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Estimation.model_validate(changed(path, value))
