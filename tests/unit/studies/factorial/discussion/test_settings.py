from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.discussion.plan import ObservedPairs, TransferTasks
from compsparse.studies.factorial.single_pass.plan import ManyConcentrations

SPACE: dict[str, Any] = {
    "input_factors": "2^4",
    "output_factors": "2^3",
    "parents": 1,
    "concentration": 0.1,
    "runs": 2,
}


@pytest.mark.parametrize("change", [{"input_factors": "4^2"}, {"runs": 3}])
def test_both_tasks_need_the_same_inputs_and_runs(change: dict[str, Any]) -> None:
    other_outputs = SPACE | {"output_factors": "4^2", "parents": 2}
    assert TransferTasks.model_validate({"first": SPACE, "second": other_outputs})
    with pytest.raises(ValidationError, match="same input_factors and the same runs"):
        TransferTasks.model_validate({"first": SPACE, "second": SPACE | change})


@pytest.mark.parametrize("values", [[0.1, 0.1], [1.0, 0.1], [0.1]])
def test_concentrations_increase(values: list[float]) -> None:
    sweep = {k: v for k, v in SPACE.items() if k != "concentration"}
    assert ManyConcentrations.model_validate(sweep | {"concentrations": [0.1, 1.0]})
    with pytest.raises(ValidationError):
        ManyConcentrations.model_validate(sweep | {"concentrations": values})


@pytest.mark.parametrize(
    "change",
    [
        {"smoothing": [0.1, 0.1]},
        {"smoothing": [0.0]},
        {"validation_fraction": 1.0},
        {"samples": []},
    ],
)
def test_unusable_pairs(change: dict[str, Any]) -> None:
    usable = {"samples": [10], "validation_fraction": 0.2, "smoothing": [0.1], "restarts": 1}
    assert ObservedPairs.model_validate(usable)
    with pytest.raises(ValidationError):
        ObservedPairs.model_validate(usable | change)
