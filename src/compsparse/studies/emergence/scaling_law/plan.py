"""Settings and jobs on the exponents of time, loss and dimension (document 003, part I)."""

import math
from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import STUDY, Collector, slug
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)


class LossWindow(StrictModel):
    """Where the exponent of the loss is fitted: up to the emergence of direction P/2."""

    first: Positive = Field(description="direction whose emergence opens the window")
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class PowerLaw(shared.Experiment[shared.Draws, shared.PowerLawFlows]):
    """Emergence times and the loss by the population flow, for several exponents."""

    evaluate: LossWindow

    @model_validator(mode="after")
    def _window_opens_before_it_closes(self) -> "PowerLaw":
        last = self.generate.directions // 2
        if self.evaluate.first >= last:
            raise ValueError(
                f"evaluate.first below {last}, half of {self.generate.directions} directions, "
                f"where the window closes; {self.evaluate.first} is too late"
            )
        return self


# the same with more directions, for few exponents; it is read in the same window
PowerLawLarge = shared.Experiment[shared.Draws, shared.PowerLawFlows]


class PowerLawSGD(shared.OnlineSGD):
    """Trainings by SGD that differ in the amplitudes alone."""

    exponents: shared.Exponents


class SGDWindow(StrictModel):
    """Where the exponent of the loss of SGD is fitted: from one level of the loss to another."""

    learned: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = Field(
        description="directions that the teacher's tail leaves out at the two levels"
    )
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class SGDExponents(shared.Experiment[shared.Draws, PowerLawSGD]):
    """Online SGD, and the population flow from the same starts."""

    flow: shared.Flow
    evaluate: SGDWindow

    @model_validator(mode="after")
    def _fits(self) -> "SGDExponents":
        if self.generate.basis != "space":
            raise ValueError(
                f"generate.basis: space, since SGD needs all coordinates; "
                f"{self.generate.basis!r} keeps some"
            )
        if self.evaluate.learned[1] >= self.generate.directions:
            raise ValueError(
                f"evaluate.learned below {self.generate.directions}, the directions; they are "
                f"{self.evaluate.learned}"
            )
        if self.flow.order != self.train.order:
            raise ValueError(
                f"flow.order: {self.train.order}, that of SGD, which it is compared with; "
                f"{self.flow.order} is another activation"
            )
        return self


class DimensionFit(StrictModel):
    """The data to which the slope over dimensions is fitted."""

    directions: Positive = Field(description="the first ones, whose emergence times are averaged")
    smallest: Positive = Field(description="dimension that is in the fit")


class FlowsByDimension(StrictModel):
    """Flows in inputs of several dimensions, for several activations."""

    generate: shared.DrawsByDimension
    exponent: shared.Exponent
    train: Annotated[list[shared.Flow], Field(min_length=1)] = Field(
        description="one for each order"
    )


class Dimension(FlowsByDimension):
    """Emergence times by dimension."""

    evaluate: DimensionFit

    @model_validator(mode="after")
    def _fits(self) -> "Dimension":
        orders = [flow.order for flow in self.train]
        if len(set(orders)) < len(orders):
            raise ValueError(f"a flow for each order; the orders are {orders}")
        if self.evaluate.directions > self.generate.directions:
            raise ValueError(
                f"evaluate.directions: at most {self.generate.directions}, which are simulated; "
                f"{self.evaluate.directions} are too many"
            )
        fitted = [d for d in self.generate.dimensions if d >= self.evaluate.smallest]
        if len(fitted) < 2:
            raise ValueError(
                f"evaluate.smallest that leaves two dimensions to fit; {self.evaluate.smallest} "
                f"leaves {fitted}"
            )
        return self


class LossCollapse(FlowsByDimension):
    """The loss by dimension, and the times at which it falls to some levels."""

    levels: Annotated[list[Positive], Field(min_length=1), Increasing] = Field(
        description="directions that are learned at a level"
    )


class GrowingTeachers(StrictModel):
    """Starts for teachers whose width is a power of the dimension."""

    growths: Annotated[list[Share], Field(min_length=1)] = Field(description="gamma of P = d^gamma")
    directions: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(description="P")
    neurons_per_direction: Positive
    runs: Positive

    def draws(self, growth: float, directions: int) -> shared.Draws:
        """Return how the starts of one growth and width are drawn."""
        return shared.Draws(
            directions=directions,
            neurons=self.neurons_per_direction * directions,
            dimension=round(directions ** (1 / growth)),
            basis="teacher",
            runs=self.runs,
        )


class ExtensiveWidth(shared.Experiment[GrowingTeachers, shared.Flow]):
    """Emergence times where P = d^gamma."""

    exponent: shared.Exponent


class NetworkSteps(shared.SGD):
    """Online SGD on the whole student, at a step of d^(-k/2)."""

    exponent: shared.Exponent
    step_constant: PositiveNumber = Field(description="c of the step size c d^(-k/2)")
    longest: PositiveNumber = Field(description="training lasts so many times d^(k-1) / c steps")


class NetworkSearch(shared.Experiment[shared.DrawsByDimension, NetworkSteps]):
    """Samples until the first direction, by dimension."""

    groups: Annotated[int, Field(ge=2)] = Field(description="of equally many runs, for a median")


class ScalingLaw(StrictModel):
    """The experiments on the exponents of time, loss and dimension."""

    power_law: PowerLaw
    power_law_large: PowerLawLarge
    sgd_exponents: SGDExponents
    dimension: Dimension
    loss_collapse: LossCollapse
    extensive_width: ExtensiveWidth
    network_search: NetworkSearch


def collect(plan: Collector, settings: ScalingLaw) -> None:
    """Add the jobs of this theme."""
    _power_law(plan, settings.power_law, settings.power_law_large)
    _sgd_exponents(plan, settings.sgd_exponents)
    _by_dimension(
        plan,
        "dimension",
        settings.dimension,
        "compsparse.studies.emergence.scaling_law.evaluate_dimension",
        settings.dimension.evaluate.model_dump(),
        "compsparse.studies.emergence.scaling_law.render_dimension",
    )
    collapse = settings.loss_collapse
    _by_dimension(
        plan,
        "loss_collapse",
        collapse,
        "compsparse.studies.emergence.scaling_law.evaluate_loss_collapse",
        {"exponent": collapse.exponent, "levels": collapse.levels},
        "compsparse.studies.emergence.scaling_law.render_loss_collapse",
    )
    _extensive_width(plan, settings.extensive_width)
    _network_search(plan, settings.network_search)


def _power_law(plan: Collector, settings: PowerLaw, large: PowerLawLarge) -> None:
    for experiment, section in (("power_law", settings), ("power_law_large", large)):
        starts = plan.starts(experiment, "default", section.generate)
        for exponent in section.train.exponents:
            plan.train_from(
                experiment,
                f"exponent_{slug(exponent)}",
                "compsparse.studies.emergence.flow.train_population_flow",
                section.train.job_params(exponent),
                starts,
            )
    histories = {
        "histories": plan.histories("power_law"),
        "large": plan.histories("power_law_large"),
    }
    exponents = {"exponents": settings.train.exponents, "large_exponents": large.train.exponents}
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_time_exponent",
        histories,
        exponents,
        render="compsparse.studies.emergence.scaling_law.render_time_exponent",
    )
    # another result of the same runs
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_loss_exponent",
        histories,
        exponents | settings.evaluate.model_dump(),
        render="compsparse.studies.emergence.scaling_law.render_loss_exponent",
    )


def _sgd_exponents(plan: Collector, settings: SGDExponents) -> None:
    name, sgd = "sgd_exponents", settings.train
    starts = plan.starts(name, "default", settings.generate)
    inputs: dict[str, list[str]] = {"sgd": [], "flow": []}
    for exponent in sgd.exponents:
        params = {**sgd.model_dump(exclude={"exponents"}), "exponent": exponent, "neurons": None}
        inputs["sgd"].append(
            plan.train_from(
                name,
                f"sgd_{slug(exponent)}",
                "compsparse.studies.emergence.online.train_online_sgd",
                params,
                starts,
            )
        )
        inputs["flow"].append(
            plan.train_from(
                name,
                f"flow_{slug(exponent)}",
                "compsparse.studies.emergence.flow.train_population_flow",
                settings.flow.job_params(exponent),
                starts,
            )
        )
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_sgd_exponents",
        inputs,
        {"exponents": sgd.exponents, "step_size": sgd.step_size, **settings.evaluate.model_dump()},
        render="compsparse.studies.emergence.scaling_law.render_sgd_exponents",
    )


def _by_dimension(
    plan: Collector,
    name: str,
    settings: FlowsByDimension,
    module: str,
    params: dict[str, Any],
    render: str,
) -> None:
    cells = [(flow, d) for flow in settings.train for d in settings.generate.dimensions]
    # common seed names: a run has the same Gaussian overlaps in every dimension
    paired = [STUDY, name, "paired"]
    starts = {
        d: plan.starts(name, f"d_{d}", settings.generate.draws(d), seed_names=paired)
        for d in settings.generate.dimensions
    }
    for flow, d in cells:
        plan.train_from(
            name,
            f"order_{flow.order}_d_{d}",
            "compsparse.studies.emergence.flow.train_population_flow",
            flow.job_params(settings.exponent),
            starts[d],
        )
    orders, dimensions = [flow.order for flow, _ in cells], [d for _, d in cells]
    plan.evaluate(
        module,
        {"histories": plan.histories(name)},
        {"orders": orders, "dimensions": dimensions, **params},
        render=render,
    )


def _extensive_width(plan: Collector, settings: ExtensiveWidth) -> None:
    name, made = "extensive_width", settings.generate
    cells = [(growth, count) for growth in made.growths for count in made.directions]
    draws = [made.draws(growth, count) for growth, count in cells]
    for (growth, count), drawn in zip(cells, draws, strict=True):
        cell = f"growth_{slug(growth)}_directions_{count}"
        plan.train_from(
            name,
            cell,
            "compsparse.studies.emergence.flow.train_population_flow",
            settings.train.job_params(settings.exponent),
            plan.starts(name, cell, drawn),
        )
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_extensive_width",
        {"histories": plan.histories(name)},
        {
            "growths": [growth for growth, _ in cells],
            "directions": [count for _, count in cells],
            "dimensions": [drawn.dimension for drawn in draws],
        },
        render="compsparse.studies.emergence.scaling_law.render_extensive_width",
    )


def _network_search(plan: Collector, settings: NetworkSearch) -> None:
    name, train = "network_search", settings.train
    inputs: dict[str, list[str]] = {"histories": [], "starts": []}
    for d in settings.generate.dimensions:
        drawn = settings.generate.draws(d).model_copy(update={"basis": "space"})
        starts = plan.starts(name, f"d_{d}", drawn)
        params = {
            **train.model_dump(exclude={"step_constant", "longest"}),
            "step_size": train.step_constant * d ** (-train.order / 2),
            "steps": math.ceil(train.longest * d ** (train.order - 1) / train.step_constant),
            "neurons": None,
        }
        history = plan.train_from(
            name,
            f"d_{d}",
            "compsparse.studies.emergence.online.train_online_sgd",
            params,
            starts,
        )
        inputs["histories"].append(history)
        inputs["starts"].append(starts)
    plan.evaluate(
        "compsparse.studies.emergence.scaling_law.evaluate_network_search",
        inputs,
        {
            "dimensions": settings.generate.dimensions,
            **train.model_dump(include={"order", "exponent", "step_constant", "samples"}),
            "groups": settings.groups,
        },
        render="compsparse.studies.emergence.scaling_law.render_network_search",
    )
