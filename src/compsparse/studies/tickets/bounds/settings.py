"""Settings of this theme."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.tickets.shared_settings import Generates, TrainsAndEvaluates
from compsparse.studies.tickets.wired.settings import Leaves, WiredTheme
from workflow_engine.configuration.values import Increasing, Positive, Share, StrictModel

AtLeastTwo = Annotated[int, Field(ge=2)]


class LayersData(StrictModel):
    """Random layers and inputs."""

    inputs: Leaves = Field(description="n")
    units: Positive = Field(description="rows of a layer")
    nonzeros: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="k, nonzero entries of every row"
    )
    draws: Annotated[int, Field(ge=100)] = Field(description="inputs of a run")
    examples: Positive = Field(description="N of the supremum")
    signs: AtLeastTwo = Field(description="random sign vectors")
    filter_size: Positive = Field(description="entries of a filter")
    runs: Annotated[int, Field(ge=3)]

    @model_validator(mode="after")
    def _parts_inputs(self) -> "LayersData":
        for key, sizes in (("nonzeros", self.nonzeros), ("filter_size", [self.filter_size])):
            for size in sizes:
                if size >= self.inputs or self.inputs % size:
                    raise ValueError(
                        f"{key}: below inputs, {self.inputs}, and a divisor of it, not {size}"
                    )
        return self


class SupremumTraining(StrictModel):
    """Maximization over networks of bounded norms."""

    signs: AtLeastTwo = Field(description="random sign vectors, of every run")
    restarts: Positive
    steps: Positive
    share: Share = Field(description="of the way to the gradient's direction, in each step")


class BoundsEvaluation(StrictModel):
    """Where bounds are compared."""

    at_examples: Positive = Field(description="N, one of wired.generate.examples")


class BoundsTheme(WiredTheme):
    """The theme's experiments."""

    layers: Generates[LayersData]
    bounds: TrainsAndEvaluates[SupremumTraining, BoundsEvaluation]

    @model_validator(mode="after")
    def _bounds_are_of_trained_networks(self) -> "BoundsTheme":
        self.wired.require_trained("bounds.evaluate.at_examples", self.bounds.evaluate.at_examples)
        return self
