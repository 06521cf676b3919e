"""What the sections of several experiments have in common: random starts, flows, online SGD."""

from collections.abc import Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, Field, model_validator

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
Pair = Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing]
Points = Annotated[int, Field(ge=2, description="log-spaced times in the window")]

Generate = TypeVar("Generate", bound=StrictModel)
Train = TypeVar("Train", bound=StrictModel)
Evaluate = TypeVar("Evaluate", bound=StrictModel)
Parts = TypeVar("Parts", bound=Sequence[Any])


def _orders_differ(parts: Parts) -> Parts:
    orders = [part.order for part in parts]
    if len(set(orders)) < len(orders):
        raise ValueError(f"one entry for each order; the orders are {orders}")
    return parts


DistinctOrders = AfterValidator(_orders_differ)


class Students(StrictModel):
    """Students of one width at several random starts."""

    directions: Positive = Field(description="P, the simulated directions of the teacher")
    neurons: Positive = Field(description="m, the width of the student")
    runs: Positive = Field(description="independent replicates")


class Draws(Students):
    """How random starts are drawn."""

    dimension: Positive = Field(description="d, of the input")
    basis: Basis = Field(
        description="coordinates kept: overlaps with the teacher, the span of all, the whole space"
    )

    @model_validator(mode="after")
    def _fits(self) -> "Draws":
        needed = self.directions + (self.neurons if self.basis == "span" else 1)
        if self.dimension < needed:
            raise ValueError(
                f"a dimension of at least {needed} for {self.directions} directions and "
                f"{self.neurons} neurons in the basis {self.basis!r}; {self.dimension} is too low"
            )
        return self


class SpaceDraws(Draws):
    """Starts in all coordinates, as SGD needs them."""

    basis: Literal["space"]


class TeacherDraws(Draws):
    """Starts in the coordinates of the teacher alone."""

    basis: Literal["teacher"]


class DrawsByDimension(Students):
    """Random starts that differ in the input dimension alone."""

    dimensions: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(description="d")

    @model_validator(mode="after")
    def _possible(self) -> "DrawsByDimension":
        for dimension in self.dimensions:
            self.draws(dimension)
        return self

    def draws(self, dimension: int, basis: Basis = "teacher") -> Draws:
        """Return how the starts of one dimension are drawn."""
        students = self.model_dump(include=set(Students.model_fields))
        return Draws(**students, dimension=dimension, basis=basis)


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

    window: Pair = Field(
        description="first and last direction between whose times the loss is read"
    )


class Trained(StrictModel, Generic[Train]):
    """An experiment that draws no starts of its own."""

    train: Train


class Evaluated(StrictModel, Generic[Evaluate]):
    """An experiment that trains nothing."""

    evaluate: Evaluate


class Chains(StrictModel):
    """Runs of SGD on one direction, as a chain."""

    runs: Positive = Field(description="independent ones in each cell")


class Groups(StrictModel):
    """How runs are grouped for a median."""

    groups: Annotated[int, Field(ge=2, description="of equally many runs, the unit of intervals")]


Chained = TypeVar("Chained", bound=Chains)
GroupedBy = TypeVar("GroupedBy", bound=Groups)


class Grouped(Trained[Chained], Evaluated[GroupedBy], Generic[Chained, GroupedBy]):
    """Runs of the chain, of which the medians over groups are the replicates."""

    @model_validator(mode="after")
    def _groups_divide_the_runs(self) -> "Grouped[Chained, GroupedBy]":
        runs, groups = self.train.runs, self.evaluate.groups
        if runs % groups:
            raise ValueError(f"groups that divide the {runs} runs; {groups} do not")
        return self


class Experiment(Trained[Train], Generic[Generate, Train]):
    """Trainings from random starts."""

    generate: Generate
