"""Settings and jobs on the mechanism of the proof sketch (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import Collector
from workflow_engine.configuration.values import Distinct, Positive, PositiveNumber, StrictModel

Amplitude = Annotated[float, Field(gt=0, le=1)]


# the coupled and the decoupled flow, on the same starts
Decoupling = shared.Experiment[shared.Draws, shared.PowerLawFlow]


class FlowOfWidths(shared.PowerLawFlow):
    """Students of several widths, each with the first neurons of a start."""

    widths: Annotated[list[Positive], Field(min_length=2), Distinct]


class Watched(StrictModel):
    """The width whose winners are watched while directions are recovered."""

    neurons: Positive
    fraction: shared.StepFraction


class Deflation(shared.Experiment[shared.Draws, FlowOfWidths]):
    """The flow with and without deflation, on the same starts."""

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
    """How the runs are evaluated."""

    directions: Annotated[list[Positive], Field(min_length=1)] = Field(
        description="numbers of strongest directions that are to be learned"
    )
    groups: Positive = Field(description="groups of runs; the median steps of one are a replicate")


class AllTasks(shared.Trained[SingleDirections]):
    """Width and samples that learn all tasks; the widths are those of the flow with deflation."""

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
    name, flow = "decoupling", settings.train
    starts = plan.starts(name, "default", settings.generate)
    histories = {
        law: plan.train_from(
            name,
            law,
            "compsparse.studies.emergence.flow.train_population_flow",
            flow.job_params(flow.exponent, law=law),
            starts,
        )
        for law in ("coupled", "decoupled")
    }
    plan.evaluate(
        "compsparse.studies.emergence.mechanism.evaluate_decoupling",
        histories,
        {"exponent": flow.exponent},
        render="compsparse.studies.emergence.mechanism.render_decoupling",
    )


def _deflation(plan: Collector, settings: Deflation) -> None:
    name, flow = "deflation", settings.train
    starts = plan.starts(name, "default", settings.generate)
    histories: dict[str, list[str]] = {"with_deflation": [], "without_deflation": []}
    for law, made in zip(("coupled", "without_deflation"), histories.values(), strict=True):
        for width in flow.widths:
            made.append(
                plan.train_from(
                    name,
                    f"{law}_neurons_{width}",
                    "compsparse.studies.emergence.flow.train_population_flow",
                    flow.job_params(flow.exponent, law=law, neurons=width),
                    starts,
                )
            )
    winners = plan.train_from(
        name,
        f"winners_neurons_{settings.watch.neurons}",
        "compsparse.studies.emergence.mechanism.train_winner_overlaps",
        flow.model_dump(exclude={"widths", "times"}) | settings.watch.model_dump(),
        starts,
    )
    plan.evaluate(
        "compsparse.studies.emergence.mechanism.evaluate_deflation",
        {**histories, "winners": winners},
        {"widths": flow.widths},
        render="compsparse.studies.emergence.mechanism.render_deflation",
    )


def _all_tasks(plan: Collector, settings: AllTasks, widths: Deflation) -> None:
    name, chain = "all_tasks", settings.train
    start = "fixed"  # the same for all amplitudes, whose effect is measured
    params = {
        **chain.model_dump(exclude={"dimension"}),
        "dimensions": [chain.dimension],
        "scale_step": True,
        "start": start,
    }
    counted = plan.train_from(
        name,
        "single_direction",
        "compsparse.studies.emergence.mechanism.train_single_index",
        params,
    )
    # the students that are trained by the flow with deflation
    flows = [
        plan.histories("deflation", f"coupled_neurons_{width}")[0] for width in widths.train.widths
    ]
    plan.evaluate(
        "compsparse.studies.emergence.mechanism.evaluate_all_tasks",
        {"flows": flows, "chain": counted},
        {
            "widths": widths.train.widths,
            "order": chain.order,
            "start": start,
            "step_constant": chain.step_constant,
            **settings.evaluate.model_dump(),
        },
        render="compsparse.studies.emergence.mechanism.render_all_tasks",
    )


def _sgd_against_flow(plan: Collector, settings: SGDAgainstFlow) -> None:
    name = "sgd_against_flow"
    flows, onlines = [], []
    for pair in settings.pairs:
        cell = f"order_{pair.flow.order}"
        starts = plan.starts(name, cell, pair.generate)
        flows.append(
            plan.train_from(
                name,
                f"{cell}_flow",
                "compsparse.studies.emergence.flow.train_population_flow",
                pair.flow.job_params(settings.exponent, keep_alignment=True),
                starts,
            )
        )
        onlines.append(
            plan.train_from(
                name,
                f"{cell}_online",
                "compsparse.studies.emergence.online.train_online_sgd",
                {**pair.online.model_dump(), "exponent": settings.exponent, "neurons": None},
                starts,
            )
        )
    plan.evaluate(
        "compsparse.studies.emergence.mechanism.evaluate_sgd_against_flow",
        {"flows": flows, "onlines": onlines},
        {
            "orders": [pair.flow.order for pair in settings.pairs],
            "step_sizes": [pair.online.step_size for pair in settings.pairs],
        },
        render="compsparse.studies.emergence.mechanism.render_sgd_against_flow",
    )
