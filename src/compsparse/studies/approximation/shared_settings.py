"""Settings that several themes use: targets, and how networks are trained."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from compsparse.studies.approximation.learning.choice import parted
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
    """Where constituents of two variables are drawn from, evenly."""

    slopes: Annotated[list[Range], Field(min_length=2, max_length=2)]
    product: Range
    offset: Range


class GenericSettings(StrictModel):
    """Random cosines of all variables."""

    cosines: Positive
    spread: PositiveNumber = Field(description="of frequencies, times the root of d")


class TargetsSettings(StrictModel):
    """What is approximated and learned: constituents of two variables, and no structure."""

    constituent: ConstituentSettings = Field(description="of all nodes of a tree")
    ranges: Ranges = Field(description="of constituents that differ from node to node")
    generic: GenericSettings

    @model_validator(mode="after")
    def _pairs(self) -> "TargetsSettings":
        if len(self.constituent.slopes) != 2:
            raise ValueError(
                f"constituent: of two variables, not {len(self.constituent.slopes)}; other arities "
                "stand under rates"
            )
        return self


class LearnedData(StrictModel):
    """What is drawn of a target."""

    judged: Annotated[int, Field(ge=20)] = Field(description="fresh examples, of every target")
    runs: Annotated[int, Field(ge=3)] = Field(description="examples and first weights of their own")


class NetworkTraining(StrictModel):
    """Equal for all networks that are compared."""

    rates: Annotated[list[PositiveNumber], Field(min_length=4), Increasing]
    restarts: Positive
    steps: Positive
    batch: Positive

    @property
    def configurations(self) -> int:
        """Trainings among which validation chooses, of a run."""
        return len(self.rates) * self.restarts

    def require_batch_within(self, examples: int) -> None:
        """Refuse a batch of more than is learned from, where so many examples are drawn."""
        learned = parted(examples)[0].stop
        if self.batch > learned:
            raise ValueError(
                f"train.batch: at most {learned}, the examples of {examples} that are learned "
                f"from, not {self.batch}"
            )

    def as_params(self) -> dict[str, Any]:
        """Return what a training's job has of it."""
        return self.model_dump(include=set(NetworkTraining.model_fields))
