"""What settings are made of: their model, and kinds of values that many parameters have.

For example ``Annotated[list[Positive], Field(min_length=2), Increasing]``.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field

from workflow_engine.validation.strict_model import StrictModel as StrictModel

Positive = Annotated[int, Field(ge=1)]
PositiveNumber = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(gt=0, lt=1)]  # without both ends

Values = TypeVar("Values", bound=Sequence[Any])


def _increasing(values: Values) -> Values:
    if any(after <= before for before, after in pairwise(values)):
        raise ValueError(f"different values in increasing order, not {values}")
    return values


def _distinct(values: Values) -> Values:
    if any(value in values[:index] for index, value in enumerate(values)):
        raise ValueError(f"distinct entries, not {values}")
    return values


Increasing = AfterValidator(_increasing)
Distinct = AfterValidator(_distinct)
