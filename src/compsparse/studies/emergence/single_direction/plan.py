"""Settings and jobs on one direction (document 003, part I)."""

from collections.abc import Sequence
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


class WeakChains(shared.Chains):
    """Runs of the chain from a weak neuron."""

    initial_strength: values.Share = Field(description="squared norm of the neuron at start")


class Sweeps(WeakChains):
    """Runs of the chain until the direction is learned."""

    sweeps: Annotated[list[Sweep], Field(min_length=1), shared.DistinctOrders]


SearchPhase = shared.Grouped[Sweeps, shared.Groups]


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


class Curves(WeakChains):
    """Runs of the chain to the end."""

    curves: Annotated[list[Curve], Field(min_length=1), shared.DistinctOrders]
    start: Start
    logged_steps: Annotated[int, Field(ge=10)]


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
    # all dimensions and step sizes of an order step side by side
    until_learned = "compsparse.studies.emergence.single_direction.train_single_index_steps"
    search, equator = settings.search_phase, settings.equator.train
    starts = [sweep.start for sweep in search.train.sweeps]
    plan.result(
        "compsparse.studies.emergence.single_direction.evaluate_search_phase",
        _train(plan, "search_phase", until_learned, search.train, search.train.sweeps),
        {**search.evaluate.model_dump(), "starts": starts},
    )
    plan.result(
        "compsparse.studies.emergence.single_direction.evaluate_equator",
        _train(plan, "equator", until_learned, equator, equator.sweeps),
    )
    curves = settings.learning_curve.train
    to_the_end = "compsparse.studies.emergence.single_direction.train_single_index_curve"
    plan.result(
        "compsparse.studies.emergence.single_direction.evaluate_learning_curve",
        _train(plan, "learning_curve", to_the_end, curves, curves.curves),
    )
    plan.result(
        "compsparse.studies.emergence.single_direction.evaluate_gradient_expansion",
        {},
        settings.gradient_expansion.evaluate.model_dump(),
    )


def _train(
    plan: Collector, name: str, module: str, common: WeakChains, parts: Sequence[Sweep | Curve]
) -> dict[str, list[str]]:
    shared_params = common.model_dump(exclude={"sweeps", "curves"})
    for part in parts:
        params = {**part.model_dump(), **shared_params}
        plan.train_from(name, f"order_{part.order}", module, params)
    return {"histories": plan.histories(name)}
