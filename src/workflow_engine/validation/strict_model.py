"""Models that take nothing for granted: no unknown key, no converted type, no later change."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.explanation import explain

Text = Annotated[str, Field(pattern=r"\S")]


class StrictModel(BaseModel):
    """A frozen record whose keys and types are exactly the declared ones, all numbers finite."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


Model = TypeVar("Model", bound=StrictModel)


def validated(
    source: str, data: object, model: type[Model], error: type[InvalidFileError] = InvalidFileError
) -> Model:
    """Return ``data`` as ``model``; ``source`` names the file (and place in it) in errors.

    Raises:
        InvalidFileError: of the type ``error``; one sentence per problem, each with key, value,
            what is allowed, what to do.
    """
    try:
        return model.model_validate(data)
    except ValidationError as problem:
        raise error(explain(problem, source, data, model)) from None
