"""Settings of the task and of the four networks, which two themes share."""

from typing import Annotated, Any

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
    """Where sizes of slopes and products of constituents are drawn from, evenly."""

    slopes: Limits
    product: Limits


class WiredData(StrictModel):
    """Labels of a tree on the unit sphere."""

    variables: Leaves
    ranges: Ranges
    examples: Annotated[Sizes, Field(min_length=2)] = Field(description="N, to learn from")
    choosing: Annotated[int, Field(ge=20)] = Field(description="that choose, at every N")
    judged: Annotated[int, Field(ge=20)] = Field(description="fresh ones")
    runs: Annotated[int, Field(ge=3)] = Field(description="targets, examples and first weights")


class WiredTraining(StrictModel):
    """Equal for all wirings."""

    channels: Positive
    decay: NotNegative = Field(description="of weights, times the rate in each step")
    rates: Annotated[list[PositiveNumber], Field(min_length=3), Increasing]
    restarts: Annotated[int, Field(ge=2)] = Field(description="shared weights stall now and then")
    steps: Positive
    batch: Positive
    random_labels: Sizes = Field(description="N at which labels are random, too")

    def as_params(self) -> dict[str, Any]:
        """Return what every training's job has of it."""
        return self.model_dump(include={"rates", "restarts", "steps", "batch"})


class WiredExperiment(StrictModel):
    """Four networks, several N, true and random labels."""

    generate: WiredData
    train: WiredTraining

    @model_validator(mode="after")
    def _random_labels_are_within(self) -> "WiredExperiment":
        most = self.generate.examples[-1]
        if self.train.random_labels[-1] > most:
            raise ValueError(
                f"train.random_labels: at most {most}, the largest of generate.examples, not "
                f"{self.train.random_labels[-1]}"
            )
        return self

    def require_trained(self, key: str, examples: int) -> None:
        """Refuse a number of examples at that nothing is trained."""
        if examples not in self.generate.examples:
            raise ValueError(
                f"{key}: one of {self.generate.examples}, as in wired.generate.examples, not "
                f"{examples}"
            )


class WiredTheme(StrictModel):
    """What both themes have."""

    wired: WiredExperiment
