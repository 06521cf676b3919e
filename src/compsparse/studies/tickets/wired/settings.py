"""Settings of the task and of the four networks, which two themes share."""

from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    StrictModel,
)


def _power_of_two(number: int) -> int:
    if number & (number - 1):
        raise ValueError(f"a power of two, not {number}")
    return number


Leaves = Annotated[int, Field(ge=4), AfterValidator(_power_of_two)]
Limits = Annotated[list[PositiveNumber], Field(min_length=2, max_length=2), Increasing]
Sizes = Annotated[list[Annotated[int, Field(ge=8)]], Field(min_length=1), Increasing]
NotNegative = Annotated[float, Field(ge=0)]


class Ranges(StrictModel):
    """Limits, low and high, of the absolute values of slopes and products."""

    slopes: Limits
    product: Limits


class WiredData(StrictModel):
    """Points of the unit sphere, labelled by a tree."""

    variables: Leaves
    ranges: Ranges
    examples: Annotated[Sizes, Field(min_length=2)] = Field(description="training examples, N")
    choosing: Annotated[int, Field(ge=20)] = Field(description="validation examples, at every N")
    judged: Annotated[int, Field(ge=20)] = Field(description="test examples")
    runs: Annotated[int, Field(ge=3)] = Field(description="targets, examples and first weights")


class WiredTraining(StrictModel):
    """Training, equal for all wirings."""

    channels: Positive
    decay: NotNegative = Field(description="weight decay, times the learning rate in each step")
    rates: Annotated[list[PositiveNumber], Field(min_length=3), Increasing]
    restarts: Annotated[int, Field(ge=2)] = Field(
        description="shared weights sometimes fail to train"
    )
    passes: Positive = Field(description="over the examples: steps grow in proportion to N")
    batch: Positive


class WiredExperiment(StrictModel):
    """Four networks, several N, true and random labels."""

    generate: WiredData
    train: WiredTraining

    @model_validator(mode="after")
    def _one_step_at_least(self) -> "WiredExperiment":
        training, fewest = self.train, self.generate.examples[0]
        if training.passes * fewest < training.batch:
            raise ValueError(
                f"train.passes: at least one step at {fewest} examples, not {training.passes}"
            )
        return self

    def require_trained(self, key: str, examples: int) -> None:
        """Refuse a number of examples that nothing is trained on."""
        if examples not in self.generate.examples:
            raise ValueError(
                f"{key}: one of {self.generate.examples}, as in wired.generate.examples, not "
                f"{examples}"
            )


class WiredTheme(StrictModel):
    """What both themes have."""

    wired: WiredExperiment
