"""What the sections of several experiments have in common: random starts, flows, online SGD."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

Exponent = Annotated[
    float, Field(gt=0.5, description="beta of the amplitudes p^-beta; their squares have a sum")
]
Exponents = Annotated[list[Exponent], Field(min_length=1)]
Order = Annotated[int, Field(ge=3, le=4, description="k, the order of the activation h_k")]
# small, so that neurons that have not grown push nobody
SmallStrength = Annotated[
    float, Field(gt=0, le=1e-6, description="squared norm of every neuron at the start")
]
StepFraction = Annotated[
    float, Field(gt=0, le=0.1, description="of the time passed, the length of a step")
]
Times = Annotated[int, Field(ge=2, description="log-spaced times that are kept")]


class Draws(StrictModel):
    """How random starts are drawn."""

    directions: Positive = Field(description="P, the simulated directions of the teacher")
    neurons: Positive = Field(description="m, the width of the student")
    dimension: Positive = Field(description="d, of the input")
    basis: Literal["teacher", "span", "space"] = Field(
        description="coordinates kept: overlaps with the teacher, the span of all, the whole space"
    )
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _fits(self) -> "Draws":
        taken = self.directions + (self.neurons if self.basis == "span" else 1)
        if self.dimension < taken:
            raise ValueError(
                f"a dimension of at least {taken} for {self.directions} directions and "
                f"{self.neurons} neurons in the basis {self.basis!r}; {self.dimension} is too low"
            )
        return self


class DrawsByDimension(StrictModel):
    """Random starts that differ in the input dimension alone."""

    directions: Positive = Field(description="P, the simulated directions of the teacher")
    neurons: Positive = Field(description="m, the width of the student")
    dimensions: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(description="d")
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _possible(self) -> "DrawsByDimension":
        for dimension in self.dimensions:
            self.draws(dimension)
        return self

    def draws(self, dimension: int) -> Draws:
        """Return how the starts of one dimension are drawn."""
        return Draws(
            directions=self.directions,
            neurons=self.neurons,
            dimension=dimension,
            basis="teacher",
            runs=self.runs,
        )


class Flow(StrictModel):
    """The population flow from a start."""

    order: Order
    initial_strength: SmallStrength
    fraction: StepFraction
    duration: PositiveNumber = Field(
        description="in escape times of the weakest direction from a typical best start"
    )
    times: Times


class OnlineSGD(StrictModel):
    """Online SGD on the whole student from a start."""

    order: Order
    initial_strength: PositiveNumber = Field(
        description="squared norm of every neuron at the start"
    )
    step_size: PositiveNumber = Field(description="eta, of the squared error without a factor 1/2")
    samples: Positive = Field(description="fresh inputs in each step")
    steps: Positive
    logged_steps: Annotated[int, Field(ge=2)]
    precision: Literal["single", "double"]
