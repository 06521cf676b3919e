"""Kinds of values that parameters of several studies have."""

from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    Share,
)


@pytest.mark.parametrize(
    ("kind", "allowed", "refused"),
    [
        (Positive, [1, 7], [0, -1, 1.5]),
        (PositiveNumber, [0.001, 3], [0, -0.5]),
        (Share, [0.5], [0, 1, 1.5]),
        (Annotated[list[int], Increasing], [[1, 2, 5], [3], []], [[1, 1], [2, 1]]),
        (Annotated[list[str], Distinct], [["a", "b"], []], [["a", "b", "a"]]),
        (Annotated[list[Positive], Field(min_length=2), Increasing], [[1, 2]], [[1], [0, 1]]),
    ],
)
def test_what_is_allowed(kind: object, allowed: list[object], refused: list[object]) -> None:
    adapter: TypeAdapter[object] = TypeAdapter(kind)
    assert [adapter.validate_python(value) for value in allowed] == allowed
    for value in refused:
        with pytest.raises(ValidationError):
            adapter.validate_python(value)
