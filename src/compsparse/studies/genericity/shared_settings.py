"""Settings that several themes use: targets, and how networks learn them."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.genericity.target.description import Target
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Runs = Annotated[int, Field(ge=3)]


class TargetSettings(StrictModel):
    """A sum of products of signs, "0.5*1..10" or "3,4", shifted or biased."""

    products: Annotated[list[str], Field(min_length=1)]
    shift: Annotated[float, Field(ge=0)] = Field(0.0, description="c, added to each input")
    probability: Share = Field(0.5, description="of +1, for each input")


class Training(StrictModel):
    """Equal for all targets."""

    width: Positive
    rates: Annotated[list[PositiveNumber], Field(min_length=3), Increasing]
    steps: Positive
    batch: Positive = Field(description="fresh examples, shared by the targets of a run")
    judged: Positive
    every: Positive = Field(description="steps between two looks")
    learned: Share = Field(description="error over variance")
    runs: Runs = Field(
        description="replicates, each with its own variables, signs, batches and first weights"
    )


class LearnedTargets(Training):
    """Targets of n variables."""

    variables: Positive
    targets: Annotated[dict[Name, TargetSettings], Field(min_length=1)]

    @model_validator(mode="after")
    def _targets_are_there(self) -> "LearnedTargets":
        for name, given in self.targets.items():
            try:
                target = Target(tuple(given.products), given.shift, given.probability)
                target.polynomial(self.variables).profile(target.inputs)
            except ValueError as error:
                raise ValueError(f"targets.{name}: {error}") from None
        return self
