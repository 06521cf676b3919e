"""Settings and jobs on one direction (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.chain.single_index import Start
from compsparse.studies.emergence.collector import Collector
from workflow_engine.configuration import values

# also the edge case 2, as a contrast
AnyOrder = Annotated[int, Field(ge=2, le=4, description="k, the order of the activation h_k")]
Dimension = Annotated[int, Field(ge=3, description="d, of the input")]
Dimensions = Annotated[list[Dimension], Field(min_length=2)]
StepConstant = Annotated[
    float, Field(gt=0, description="c of the step size c d^(-k/2), squared error without 1/2")
]
Strength = Annotated[values.Share, Field(description="squared norm of the neuron at start")]


class Sweep(values.StrictModel):
    """Dimensions and step sizes for one order."""

    order: AnyOrder
    start: Start = Field(description="overlap d^(-1/2), or the size of a random unit vector's")
    dimensions: Dimensions
    step_constants: Annotated[list[StepConstant], Field(min_length=1), values.Distinct]
    longest: list[values.PositiveNumber] = Field(
        description="for each constant: times d^(k-1) / c steps, after which a run is given up"
    )

    @model_validator(mode="after")
    def _each_has_its_limit(self) -> "Sweep":
        if len(self.longest) != len(self.step_constants):
            raise ValueError(
                f"step_constants, each with its own longest; they are {self.step_constants} and "
                f"{self.longest}"
            )
        return self


class Sweeps(values.StrictModel):
    """Runs of the chain until the direction is learned."""

    sweeps: Annotated[list[Sweep], Field(min_length=1)]
    initial_strength: Strength
    runs: values.Positive = Field(description="independent runs in each dimension")

    @model_validator(mode="after")
    def _orders_differ(self) -> "Sweeps":
        orders = [sweep.order for sweep in self.sweeps]
        if len(set(orders)) < len(orders):
            raise ValueError(f"one sweep for each order; the orders are {orders}")
        return self


class Groups(values.StrictModel):
    """How runs are grouped for a median."""

    groups: Annotated[int, Field(ge=2, description="of equally many runs, the unit of intervals")]


class SearchPhase(shared.Trained[Sweeps]):
    """Steps until the direction is learned, by dimension."""

    evaluate: Groups

    @model_validator(mode="after")
    def _groups_are_equal(self) -> "SearchPhase":
        if self.train.runs % self.evaluate.groups:
            raise ValueError(
                f"groups that divide the {self.train.runs} runs; {self.evaluate.groups} do not"
            )
        return self


class Equator(shared.Trained[Sweeps]):
    """The share of steps near the equator."""

    @model_validator(mode="after")
    def _one_step_size(self) -> "Equator":
        for sweep in self.train.sweeps:
            if len(sweep.step_constants) > 1:
                raise ValueError(
                    f"one step constant for each order; order {sweep.order} has "
                    f"{sweep.step_constants}"
                )
        return self


class Curve(values.StrictModel):
    """One order's loss curve."""

    order: AnyOrder
    dimension: Dimension
    step_constant: StepConstant
    duration: values.PositiveNumber = Field(description="times d^(k-1) / c steps")


class Curves(values.StrictModel):
    """Runs of the chain to the end."""

    curves: Annotated[list[Curve], Field(min_length=1)]
    start: Start
    initial_strength: Strength
    logged_steps: Annotated[int, Field(ge=10)]
    runs: values.Positive

    @model_validator(mode="after")
    def _orders_differ(self) -> "Curves":
        orders = [curve.order for curve in self.curves]
        if len(set(orders)) < len(orders):
            raise ValueError(f"one curve for each order; the orders are {orders}")
        return self


class Expansion(values.StrictModel):
    """The slide's expansion of the population gradient along the teacher's direction."""

    orders: Annotated[list[AnyOrder], Field(min_length=1)]
    overlaps: Annotated[
        list[Annotated[float, Field(gt=-1, lt=1)]],
        Field(min_length=1, description="<w, theta> at which the expansion is checked"),
    ]
    highest_degree: Annotated[int, Field(ge=4, le=12, description="of links of several degrees")]
    dimensions: Annotated[Dimensions, values.Increasing]
    runs: values.Positive = Field(description="random starts")


class SingleDirection(values.StrictModel):
    """The experiments on one direction."""

    search_phase: SearchPhase
    equator: Equator
    learning_curve: shared.Trained[Curves]
    gradient_expansion: shared.Evaluated[Expansion]


def collect(plan: Collector, settings: SingleDirection) -> None:
    """Add the jobs of this theme."""
    _train_sweeps(plan, "search_phase", settings.search_phase.train)
    plan.evaluate(
        "compsparse.studies.emergence.single_direction.evaluate_search_phase",
        {"histories": plan.histories("search_phase")},
        {
            **settings.search_phase.evaluate.model_dump(),
            "starts": [sweep.start for sweep in settings.search_phase.train.sweeps],
        },
        render="compsparse.studies.emergence.single_direction.render_search_phase",
    )
    _train_sweeps(plan, "equator", settings.equator.train)
    plan.evaluate(
        "compsparse.studies.emergence.single_direction.evaluate_equator",
        {"histories": plan.histories("equator")},
        render="compsparse.studies.emergence.single_direction.render_equator",
    )
    _learning_curve(plan, settings.learning_curve.train)
    plan.evaluate(
        "compsparse.studies.emergence.single_direction.evaluate_gradient_expansion",
        {},
        settings.gradient_expansion.evaluate.model_dump(),
        render="compsparse.studies.emergence.single_direction.render_gradient_expansion",
    )


def _train_sweeps(plan: Collector, name: str, settings: Sweeps) -> None:
    for sweep in settings.sweeps:
        # all dimensions and step sizes of an order step side by side
        plan.train_from(
            name,
            f"order_{sweep.order}",
            "compsparse.studies.emergence.single_direction.train_single_index_steps",
            {**sweep.model_dump(), **settings.model_dump(exclude={"sweeps"})},
        )


def _learning_curve(plan: Collector, settings: Curves) -> None:
    name = "learning_curve"
    for curve in settings.curves:
        plan.train_from(
            name,
            f"order_{curve.order}",
            "compsparse.studies.emergence.single_direction.train_single_index_curve",
            {**curve.model_dump(), **settings.model_dump(exclude={"curves"})},
        )
    plan.evaluate(
        "compsparse.studies.emergence.single_direction.evaluate_learning_curve",
        {"histories": plan.histories(name)},
        render="compsparse.studies.emergence.single_direction.render_learning_curve",
    )
