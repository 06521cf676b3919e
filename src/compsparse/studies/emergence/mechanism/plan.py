"""Settings and jobs on the mechanism of the proof sketch (document 003, part I)."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import Collector
from workflow_engine.configuration.values import Distinct, Positive, PositiveNumber, StrictModel

Amplitude = Annotated[float, Field(gt=0, le=1)]


class PowerLawFlow(shared.Flow):
    """The flow for a teacher whose amplitudes fall as a power of the rank."""

    exponent: shared.Exponent


class Decoupling(StrictModel):
    """The coupled and the decoupled flow, on the same starts."""

    generate: shared.Draws
    train: PowerLawFlow


class FlowOfWidths(PowerLawFlow):
    """Students of several widths, each the first neurons of a start."""

    widths: Annotated[list[Positive], Field(min_length=2), Distinct]


class Watched(StrictModel):
    """The width whose winners are watched while directions are recovered."""

    neurons: Positive
    fraction: shared.StepFraction


class Deflation(StrictModel):
    """The flow with and without deflation, on the same starts."""

    generate: shared.Draws
    train: FlowOfWidths
    watch: Watched

    @model_validator(mode="after")
    def _starts_are_wide_enough(self) -> "Deflation":
        widest = max(*self.train.widths, self.watch.neurons)
        if widest > self.generate.neurons:
            raise ValueError(
                f"widths up to the {self.generate.neurons} neurons of a start; {widest} is more"
            )
        return self


class SingleDirections(StrictModel):
    """Online SGD on one direction of several amplitudes, with a step in proportion to each."""

    order: shared.Order
    dimension: Annotated[int, Field(ge=3)]
    amplitudes: Annotated[list[Amplitude], Field(min_length=3)]
    step_constant: PositiveNumber = Field(description="c of the step size c a d^(-k/2)")
    initial_strength: PositiveNumber = Field(description="squared norm of the neuron at the start")
    longest: PositiveNumber = Field(
        description="a run is given up after so many times d^(k-1) / (c a^2) steps"
    )
    runs: Positive


class Shares(StrictModel):
    """How the runs are read."""

    directions: Annotated[list[Positive], Field(min_length=1)] = Field(
        description="numbers of strongest directions that are to be learned"
    )
    groups: Positive = Field(description="groups of runs; the median steps of one are a replicate")


class AllTasks(StrictModel):
    """Width and samples that learn all tasks; the widths are those of the flow with deflation."""

    train: SingleDirections
    evaluate: Shares

    @model_validator(mode="after")
    def _groups_divide_the_runs(self) -> "AllTasks":
        if self.train.runs % self.evaluate.groups:
            raise ValueError(
                f"a number of runs that {self.evaluate.groups} groups divide; {self.train.runs} "
                "is none"
            )
        return self


class FlowAndOnline(StrictModel):
    """Online SGD and the flow, on the same starts in the whole space."""

    generate: shared.Draws
    flow: shared.Flow
    online: shared.OnlineSGD

    @model_validator(mode="after")
    def _are_comparable(self) -> "FlowAndOnline":
        if self.generate.basis != "space":
            raise ValueError(f"the basis 'space', which SGD needs; not {self.generate.basis!r}")
        for name in ("order", "initial_strength"):
            flow, online = getattr(self.flow, name), getattr(self.online, name)
            if flow != online:
                raise ValueError(f"one {name} of flow and SGD; they are {flow} and {online}")
        return self


class SGDAgainstFlow(StrictModel):
    """Online SGD against the flow, for one or several orders of the activation."""

    exponent: shared.Exponent
    pairs: Annotated[list[FlowAndOnline], Field(min_length=1)]

    @model_validator(mode="after")
    def _orders_differ(self) -> "SGDAgainstFlow":
        orders = [pair.flow.order for pair in self.pairs]
        if len(set(orders)) < len(orders):
            raise ValueError(f"orders that differ between the pairs; they are {orders}")
        return self


class Mechanism(StrictModel):
    """The experiments on the mechanism of the proof sketch."""

    decoupling: Decoupling
    deflation: Deflation
    all_tasks: AllTasks
    sgd_against_flow: SGDAgainstFlow

    @model_validator(mode="after")
    def _tasks_are_trained(self) -> "Mechanism":
        most = max(self.all_tasks.evaluate.directions)
        if most > self.deflation.generate.directions:
            raise ValueError(
                f"all_tasks.evaluate.directions up to the {self.deflation.generate.directions} "
                f"directions of the experiment deflation; {most} is more"
            )
        return self


def collect(plan: Collector, settings: Mechanism) -> None:
    """Add the jobs of this theme."""
    _decoupling(plan, settings.decoupling)
    _deflation(plan, settings.deflation)
    _all_tasks(plan, settings.all_tasks, settings.deflation)
    _sgd_against_flow(plan, settings.sgd_against_flow)


def _decoupling(plan: Collector, settings: Decoupling) -> None:
    name = "decoupling"
    starts = plan.starts(name, "default", settings.generate)
    histories = {
        law: plan.train_from(name, law, "flow.population_flow", _flow(settings.train, law), starts)
        for law in ("coupled", "decoupled")
    }
    plan.evaluate(name, histories, {"exponent": settings.train.exponent})


def _deflation(plan: Collector, settings: Deflation) -> None:
    name = "deflation"
    starts = plan.starts(name, "default", settings.generate)
    histories: dict[str, list[str]] = {"with_deflation": [], "without_deflation": []}
    for law, made in zip(("coupled", "without_deflation"), histories.values(), strict=True):
        for width in settings.train.widths:
            params = {**_flow(settings.train, law), "neurons": width}
            made.append(
                plan.train_from(
                    name, f"{law}_neurons_{width}", "flow.population_flow", params, starts
                )
            )
    watched = settings.train.model_dump(exclude={"widths", "times"}) | settings.watch.model_dump()
    winners = plan.train_from(
        name, f"winners_neurons_{settings.watch.neurons}", "winner_overlaps", watched, starts
    )
    plan.evaluate(name, {**histories, "winners": winners}, {"widths": settings.train.widths})


def _all_tasks(plan: Collector, settings: AllTasks, widths: Deflation) -> None:
    name, chain = "all_tasks", settings.train
    params = {
        **chain.model_dump(exclude={"dimension"}),
        "dimensions": [chain.dimension],
        "scale_step": True,
        "start": "fixed",  # the same for all amplitudes, whose effect is asked for
    }
    counted = plan.train_from(name, "single_direction", "single_index", params)
    # the students that are trained by the flow with deflation
    flows = [
        plan.histories("deflation", f"coupled_neurons_{width}")[0] for width in widths.train.widths
    ]
    plan.evaluate(
        name,
        {"flows": flows, "chain": counted},
        {
            "widths": widths.train.widths,
            "order": chain.order,
            "start": params["start"],
            "step_constant": chain.step_constant,
            **settings.evaluate.model_dump(),
        },
    )


def _sgd_against_flow(plan: Collector, settings: SGDAgainstFlow) -> None:
    name = "sgd_against_flow"
    flows, onlines = [], []
    for pair in settings.pairs:
        cell = f"order_{pair.flow.order}"
        starts = plan.starts(name, cell, pair.generate)
        flow = {
            **pair.flow.model_dump(),
            "exponent": settings.exponent,
            "law": "coupled",
            "neurons": None,
            "keep_alignment": True,
        }
        online = {**pair.online.model_dump(), "exponent": settings.exponent, "neurons": None}
        flows.append(plan.train_from(name, f"{cell}_flow", "flow.population_flow", flow, starts))
        onlines.append(plan.train_from(name, f"{cell}_online", "online.online_sgd", online, starts))
    plan.evaluate(
        name,
        {"flows": flows, "onlines": onlines},
        {
            "orders": [pair.flow.order for pair in settings.pairs],
            "step_sizes": [pair.online.step_size for pair in settings.pairs],
        },
    )


def _flow(settings: PowerLawFlow, law: str) -> dict[str, Any]:
    return {
        **settings.model_dump(exclude={"widths"}),
        "law": law,
        "neurons": None,
        "keep_alignment": False,
    }
