"""What the settings of threshold gates refuse."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.circuits.threshold_gates.plan import (
    BuiltAdders,
    CountedFunctions,
    ReplacedGates,
)

ADDERS: dict[str, Any] = {
    "sources": [2, 4, 8],
    "exhaustive_sources": [2, 3],
    "thresholds": 3,
    "bits": [4],
    "drawn_inputs": 64,
    "runs": 2,
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sources": [2, 8, 4]}, r"increasing order, not \[2, 8, 4\]"),
        ({"sources": [2, 4, 6]}, "powers of two; 6 is none"),
        ({"exhaustive_sources": [13]}, "less than or equal to 12"),
        ({"exhaustive_sources": [3, 3]}, "exhaustive_sources"),
        ({"bits": [1]}, "greater than or equal to 2"),
        ({"bits": [8, 4]}, r"increasing order, not \[8, 4\]"),
    ],
)
def test_adders_that_make_no_sense(changes: dict[str, Any], message: str) -> None:
    BuiltAdders.model_validate(ADDERS)
    with pytest.raises(ValidationError, match=message):
        BuiltAdders.model_validate(ADDERS | changes)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [([1, 5], "less than or equal to 4"), ([2, 2], "different values in increasing order")],
)
def test_functions_that_cannot_be_counted(inputs: list[int], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        CountedFunctions.model_validate({"inputs": inputs, "largest_weight": 3})


@pytest.mark.parametrize(
    ("sources", "message"), [([1, 2, 4], "3 among them"), ([3, 2, 1], "increasing order")]
)
def test_gates_that_cannot_be_compared(sources: list[int], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ReplacedGates.model_validate({"sources": sources})
