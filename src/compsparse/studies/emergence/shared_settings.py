"""What the sections of several experiments have in common: random starts, flows, online SGD."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.validation.strict_model import StrictModel

PositiveNumber = Annotated[float, Field(gt=0)]
Exponent = Annotated[
    float, Field(gt=0.5, description="beta of the amplitudes p^-beta; their squares have a sum")
]
Exponents = Annotated[list[Exponent], Field(min_length=1)]
Order = Annotated[int, Field(ge=3, le=4, description="k, the order of the activation h_k")]
Orders = Annotated[list[Order], Field(min_length=1)]


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


class Flow(StrictModel):
    """The population flow from a start."""

    order: Order
    initial_strength: Annotated[float, Field(gt=0, le=1e-6)] = Field(
        description="squared norm of every neuron at the start"
    )
    fraction: Annotated[float, Field(gt=0, le=0.1)] = Field(
        description="of the time passed, the length of a step"
    )
    duration: PositiveNumber = Field(
        description="in escape times of the weakest direction from a typical best start"
    )
    times: Annotated[int, Field(ge=2)] = Field(description="log-spaced times that are kept")


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
