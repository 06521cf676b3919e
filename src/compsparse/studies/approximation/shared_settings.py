"""Settings that several themes use: targets, and how networks are trained."""

from typing import Annotated, Generic, TypeVar

from pydantic import AfterValidator, Field, model_validator

from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


def _power_of_two(number: int) -> int:
    if number & (number - 1):
        raise ValueError(f"a power of two, not {number}")
    return number


# d of a binary tree
Leaves = Annotated[int, Field(ge=2), AfterValidator(_power_of_two)]
Range = Annotated[list[float], Field(min_length=2, max_length=2), Increasing]
Examples = Annotated[int, Field(ge=16)]


class Ranges(StrictModel):
    """Limits of uniform draws of 1/2 + 1/2 sin(pi (slopes . x - product x_1 ... x_k - offset))."""

    slopes: Annotated[list[Range], Field(min_length=2)]
    product: Range = Field(description="weight of the product of all variables")
    offset: Range


class GenericSettings(StrictModel):
    """Random cosines of all variables."""

    cosines: Positive
    spread: PositiveNumber = Field(description="of frequencies, times sqrt(d)")


class TargetsSettings(StrictModel):
    """Targets: trees of drawn constituents of two variables, and random cosines."""

    ranges: Ranges
    generic: GenericSettings

    @model_validator(mode="after")
    def _pairs(self) -> "TargetsSettings":
        if len(self.ranges.slopes) != 2:
            raise ValueError(
                f"ranges: of two variables, not {len(self.ranges.slopes)}; other arities are set "
                "under rates"
            )
        return self


class LearnedData(StrictModel):
    """Examples and replicates."""

    examples: Examples | list[Examples] = Field(description="a fifth of them for validation")
    judged: Annotated[int, Field(ge=20)] = Field(description="test examples of every target")
    runs: Annotated[int, Field(ge=3)] = Field(
        description="replicates, each with its own target, examples and first weights"
    )


class NetworkTraining(StrictModel):
    """Equal for all networks that are compared."""

    rates: Annotated[list[PositiveNumber], Field(min_length=4), Increasing]
    steps: Positive
    batch: Positive


Data = TypeVar("Data", bound=LearnedData)
Training = TypeVar("Training", bound=NetworkTraining)


class Experiment(StrictModel, Generic[Data, Training]):
    """Examples, and networks that learn from them."""

    generate: Data
    train: Training

    @model_validator(mode="after")
    def _batches_are_within(self) -> "Experiment[Data, Training]":
        given = self.generate.examples
        fewest = min(given) if isinstance(given, list) else given
        training = fewest - fewest // 5  # as ``learning.choice.split``, which loads pandas
        if self.train.batch > training:
            raise ValueError(
                f"train.batch: at most {training}, the training part of {fewest} examples, not "
                f"{self.train.batch}"
            )
        return self
