"""What the sections of several experiments have in common: random starts, flows, online SGD."""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, model_validator

from compsparse.studies.emergence.online.train_online_sgd import Precision
from compsparse.studies.emergence.starts.stored import Basis
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

Exponent = Annotated[
    float, Field(gt=0.5, description="beta of the amplitudes p^-beta; their squares have a sum")
]
Exponents = Annotated[list[Exponent], Field(min_length=1)]
Order = Annotated[int, Field(ge=3, le=4, description="k, the order of the activation h_k")]
# small, so that neurons that have not grown do not push others
SmallStrength = Annotated[
    float, Field(gt=0, le=1e-6, description="squared norm of every neuron at the start")
]
StepFraction = Annotated[
    float, Field(gt=0, le=0.1, description="of the time passed, the length of a step")
]
Times = Annotated[int, Field(ge=2, description="log-spaced times that are kept")]

Generate = TypeVar("Generate", bound=StrictModel)
Train = TypeVar("Train", bound=StrictModel)
Evaluate = TypeVar("Evaluate", bound=StrictModel)


class Draws(StrictModel):
    """How random starts are drawn."""

    directions: Positive = Field(description="P, the simulated directions of the teacher")
    neurons: Positive = Field(description="m, the width of the student")
    dimension: Positive = Field(description="d, of the input")
    basis: Basis = Field(
        description="coordinates kept: overlaps with the teacher, the span of all, the whole space"
    )
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _fits(self) -> "Draws":
        needed = self.directions + (self.neurons if self.basis == "span" else 1)
        if self.dimension < needed:
            raise ValueError(
                f"a dimension of at least {needed} for {self.directions} directions and "
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


class Integrated(StrictModel):
    """How a flow is integrated from a start."""

    initial_strength: SmallStrength
    fraction: StepFraction
    duration: PositiveNumber = Field(
        description="in times in which the weakest direction is learned from a typical best start"
    )


class Flow(Integrated):
    """The population flow of one activation."""

    order: Order
    times: Times

    def job_params(self, exponent: float, **changes: Any) -> dict[str, Any]:
        """Return the parameters of a step ``train_population_flow`` of all neurons."""
        flow = self.model_dump(include=set(Flow.model_fields))
        usual = {"exponent": exponent, "neurons": None, "law": "coupled", "keep_alignment": False}
        return {**flow, **usual, **changes}


class PowerLawFlow(Flow):
    """The flow for a teacher whose amplitudes fall as a power of the rank."""

    exponent: Exponent


class PowerLawFlows(Flow):
    """Flows for several such teachers, from the same starts."""

    exponents: Exponents


class SGD(StrictModel):
    """Online SGD on the whole student from a start."""

    order: Order
    initial_strength: PositiveNumber = Field(
        description="squared norm of every neuron at the start"
    )
    samples: Positive = Field(description="fresh inputs in each step")
    logged_steps: Annotated[int, Field(ge=2)]
    precision: Precision


class OnlineSGD(SGD):
    """The same with a given step size and length."""

    step_size: PositiveNumber = Field(description="eta, of the squared error without a factor 1/2")
    steps: Positive


class Window(StrictModel):
    """Where the loss is read."""

    window: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = Field(
        description="first and last direction between whose times the loss is read"
    )


class Trained(StrictModel, Generic[Train]):
    """An experiment that draws no starts of its own."""

    train: Train


class Evaluated(StrictModel, Generic[Evaluate]):
    """An experiment that trains nothing."""

    evaluate: Evaluate


class Experiment(Trained[Train], Generic[Generate, Train]):
    """Trainings from random starts."""

    generate: Generate
