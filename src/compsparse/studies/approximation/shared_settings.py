"""Settings that several themes use: targets, and how networks are trained."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from compsparse.studies.approximation.learning.choice import split
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


def _power_of_two(number: int) -> int:
    if number & (number - 1):
        raise ValueError(f"a power of two, not {number}")
    return number


# d of a binary tree
Leaves = Annotated[int, Field(ge=2), AfterValidator(_power_of_two)]
Range = Annotated[list[float], Field(min_length=2, max_length=2), Increasing]


class ConstituentSettings(StrictModel):
    """1/2 + 1/2 sin(pi (slopes . x - product x_1 ... x_k - offset))."""

    slopes: Annotated[list[float], Field(min_length=2)]
    product: float = Field(description="weight of the product of all variables")
    offset: float


class Ranges(StrictModel):
    """Limits of uniform draws of constituents of two variables."""

    slopes: Annotated[list[Range], Field(min_length=2, max_length=2)]
    product: Range
    offset: Range


class GenericSettings(StrictModel):
    """Random cosines of all variables."""

    cosines: Positive
    spread: PositiveNumber = Field(description="of frequencies, times sqrt(d)")


class TargetsSettings(StrictModel):
    """Targets: constituents of two variables, and random cosines without structure."""

    constituent: ConstituentSettings = Field(description="of all nodes of a tree")
    ranges: Ranges = Field(description="of constituents that differ from node to node")
    generic: GenericSettings

    @model_validator(mode="after")
    def _pairs(self) -> "TargetsSettings":
        if len(self.constituent.slopes) != 2:
            raise ValueError(
                f"constituent: of two variables, not {len(self.constituent.slopes)}; other arities "
                "are set under rates"
            )
        return self


class LearnedData(StrictModel):
    """Test examples and replicates of a target."""

    judged: Annotated[int, Field(ge=20)] = Field(description="test examples of every target")
    runs: Annotated[int, Field(ge=3)] = Field(
        description="replicates, each with its own examples and first weights"
    )


class NetworkTraining(StrictModel):
    """Equal for all networks that are compared."""

    rates: Annotated[list[PositiveNumber], Field(min_length=4), Increasing]
    restarts: Positive
    steps: Positive
    batch: Positive

    @property
    def configurations(self) -> int:
        """Number of trainings of a run among which validation chooses."""
        return len(self.rates) * self.restarts

    def require_batch_within(self, examples: int) -> None:
        """Refuse a batch larger than the training part of so many examples."""
        training = split(examples)[0].stop
        if self.batch > training:
            raise ValueError(
                f"train.batch: at most {training}, the training part of {examples} examples, not "
                f"{self.batch}"
            )

    def as_params(self) -> dict[str, Any]:
        """Return the parameters of a training job."""
        return self.model_dump(include=set(NetworkTraining.model_fields))
