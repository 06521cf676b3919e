"""Settings and jobs on the exponents of time, loss and dimension (document 003, part I)."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.configuration.values import Increasing, Positive, StrictModel
from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import STUDY, Collector, slug
from compsparse.studies.emergence.shared_settings import Draws, Flow


class PowerLawFlow(shared.Flow):
    """Flows that differ in the amplitudes alone: one for each exponent, from the same starts."""

    exponents: shared.Exponents


class LossWindow(StrictModel):
    """Where the exponent of the loss is fitted: up to the emergence of direction P/2."""

    first: Positive = Field(description="direction whose emergence opens the window")
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class PowerLaw(StrictModel):
    """Emergence times and the loss by the population flow, for several exponents."""

    generate: shared.Draws
    train: PowerLawFlow
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


class PowerLawLarge(StrictModel):
    """The same with more directions, for few exponents; it is read in the same window."""

    generate: shared.Draws
    train: PowerLawFlow


class PowerLawSGD(shared.OnlineSGD):
    """Trainings by SGD that differ in the amplitudes alone."""

    exponents: shared.Exponents


class SGDWindow(StrictModel):
    """Where the exponent of the loss of SGD is fitted: from one level of the loss to another."""

    learned: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = Field(
        description="directions that the teacher's tail leaves out at the two levels"
    )
    points: Annotated[int, Field(ge=2)] = Field(description="log-spaced times in the window")


class SGDExponents(StrictModel):
    """Online SGD, and the population flow from the same starts."""

    generate: shared.Draws
    train: PowerLawSGD
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
    """What the slope over dimensions is fitted to."""

    directions: Positive = Field(description="the first ones, whose emergence times are averaged")
    smallest: Positive = Field(description="dimension from which on the slope is fitted")


class Dimension(StrictModel):
    """Emergence times in inputs of several dimensions, for several activations."""

    generate: shared.DrawsByDimension
    exponent: shared.Exponent
    train: Annotated[list[shared.Flow], Field(min_length=1)] = Field(
        description="one for each order"
    )
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


class ScalingLaw(StrictModel):
    """The experiments on the exponents of time, loss and dimension."""

    power_law: PowerLaw
    power_law_large: PowerLawLarge
    sgd_exponents: SGDExponents
    dimension: Dimension


def collect(plan: Collector, settings: ScalingLaw) -> None:
    """Add the jobs of this theme."""
    _power_law(plan, settings.power_law, settings.power_law_large)
    _sgd_exponents(plan, settings.sgd_exponents)
    _dimension(plan, settings.dimension)


def _power_law(plan: Collector, settings: PowerLaw, large: PowerLawLarge) -> None:
    _flows(plan, "power_law", settings.generate, settings.train)
    _flows(plan, "power_law_large", large.generate, large.train)
    histories = {
        "histories": plan.histories("power_law"),
        "large": plan.histories("power_law_large"),
    }
    exponents = {"exponents": settings.train.exponents, "large_exponents": large.train.exponents}
    plan.evaluate("time_exponent", histories, exponents)
    # another look at the same runs
    window = settings.evaluate.model_dump()
    plan.evaluate("loss_exponent", histories, exponents | window)


def _flows(plan: Collector, experiment: str, draws: Draws, flow: PowerLawFlow) -> None:
    starts = plan.starts(experiment, "default", draws)
    for exponent in flow.exponents:
        plan.train_from(
            experiment,
            f"exponent_{slug(exponent)}",
            "flow.population_flow",
            _flow_params(flow, exponent),
            starts,
        )


def _sgd_exponents(plan: Collector, settings: SGDExponents) -> None:
    name, sgd = "sgd_exponents", settings.train
    starts = plan.starts(name, "default", settings.generate)
    inputs: dict[str, list[str]] = {"sgd": [], "flow": []}
    for exponent in sgd.exponents:
        params = {**sgd.model_dump(exclude={"exponents"}), "exponent": exponent, "neurons": None}
        cell = f"sgd_{slug(exponent)}"
        inputs["sgd"].append(plan.train_from(name, cell, "online.online_sgd", params, starts))
        cell = f"flow_{slug(exponent)}"
        params = _flow_params(settings.flow, exponent)
        inputs["flow"].append(plan.train_from(name, cell, "flow.population_flow", params, starts))
    plan.evaluate(
        name,
        inputs,
        {"exponents": sgd.exponents, "step_size": sgd.step_size, **settings.evaluate.model_dump()},
    )


def _dimension(plan: Collector, settings: Dimension) -> None:
    name = "dimension"
    cells = [(flow, d) for flow in settings.train for d in settings.generate.dimensions]
    # one name of the random generators: a run has the same Gaussian overlaps in every dimension
    paired = [STUDY, name, "paired"]
    starts = {
        d: plan.starts(name, f"d_{d}", settings.generate.draws(d), seed_names=paired)
        for d in settings.generate.dimensions
    }
    for flow, dimension in cells:
        plan.train_from(
            name,
            f"order_{flow.order}_d_{dimension}",
            "flow.population_flow",
            _flow_params(flow, settings.exponent),
            starts[dimension],
        )
    plan.evaluate(
        name,
        {"histories": plan.histories(name)},
        {
            "orders": [flow.order for flow, _ in cells],
            "dimensions": [dimension for _, dimension in cells],
            **settings.evaluate.model_dump(),
        },
    )


def _flow_params(flow: Flow, exponent: float) -> dict[str, Any]:
    return {
        **flow.model_dump(exclude={"exponents"}),
        "exponent": exponent,
        "neurons": None,
        "law": "coupled",
        "keep_alignment": False,
    }
