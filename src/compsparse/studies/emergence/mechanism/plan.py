"""Settings and jobs on the mechanism of the proof sketch (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import Collector
from workflow_engine.configuration.values import Distinct, Positive, PositiveNumber, StrictModel

Amplitude = Annotated[float, Field(gt=0, le=1)]


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


class SingleDirections(shared.Chains):
    """Online SGD on one direction of several amplitudes, with a step in proportion to each."""

    order: shared.Order
    dimension: Annotated[int, Field(ge=3)]
    amplitudes: Annotated[list[Amplitude], Field(min_length=3)]
    step_constant: PositiveNumber = Field(description="c of the step size c a d^(-k/2)")
    initial_strength: PositiveNumber = Field(description="squared norm of the neuron at the start")
    longest: PositiveNumber = Field(
        description="a run is given up after so many times d^(k-1) / (c a^2) steps"
    )


class Shares(shared.Groups):
    """How the runs are evaluated."""

    directions: Annotated[list[Positive], Field(min_length=1)] = Field(
        description="numbers of strongest directions that are to be learned"
    )


class FlowAndOnline(StrictModel):
    """Online SGD and the flow, on the same starts in the whole space."""

    generate: shared.SpaceDraws
    flow: shared.Flow
    online: shared.OnlineSGD

    @property
    def order(self) -> int:
        """The order of both activations."""
        return self.flow.order

    @model_validator(mode="after")
    def _are_comparable(self) -> "FlowAndOnline":
        for name in ("order", "initial_strength"):
            flow, online = getattr(self.flow, name), getattr(self.online, name)
            if flow != online:
                raise ValueError(f"one {name} of flow and SGD; they are {flow} and {online}")
        return self


class SGDAgainstFlow(StrictModel):
    """Online SGD against the flow, for one or several orders of the activation, by name."""

    exponent: shared.Exponent
    pairs: Annotated[dict[str, FlowAndOnline], Field(min_length=1)]

    @model_validator(mode="after")
    def _names_are_orders(self) -> "SGDAgainstFlow":
        for name, pair in self.pairs.items():
            if name != f"order_{pair.order}":
                raise ValueError(f"the name order_{pair.order} of this pair; {name!r} is another")
        return self


class Mechanism(StrictModel):
    """The experiments on the mechanism of the proof sketch."""

    decoupling: shared.Experiment[shared.Draws, shared.PowerLawFlow]
    deflation: Deflation
    all_tasks: shared.Grouped[SingleDirections, Shares]  # widths: of the flow with deflation
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
    name, flow = "decoupling", settings.decoupling.train
    starts = plan.starts(name, "default", settings.decoupling.generate)
    histories = {
        law: plan.flow(name, law, flow, flow.exponent, starts, law=law)
        for law in ("coupled", "decoupled")
    }
    plan.result(
        "compsparse.studies.emergence.mechanism.evaluate_decoupling",
        histories,
        {"exponent": flow.exponent},
    )
    flows = _deflation(plan, settings.deflation)
    _all_tasks(plan, settings, flows)
    _sgd_against_flow(plan, settings.sgd_against_flow)


def _deflation(plan: Collector, settings: Deflation) -> list[str]:
    """Return the histories of the flow with deflation, by width."""
    name, flow = "deflation", settings.train
    starts = plan.starts(name, "default", settings.generate)
    coupled, without = (
        [
            plan.flow(
                name, f"{law}_neurons_{width}", flow, flow.exponent, starts, law=law, neurons=width
            )
            for width in flow.widths
        ]
        for law in ("coupled", "without_deflation")
    )
    winners = plan.train_from(
        name,
        f"winners_neurons_{settings.watch.neurons}",
        "compsparse.studies.emergence.mechanism.train_winner_overlaps",
        flow.model_dump(exclude={"widths", "times"}) | settings.watch.model_dump(),
        starts,
    )
    plan.result(
        "compsparse.studies.emergence.mechanism.evaluate_deflation",
        {"with_deflation": coupled, "without_deflation": without, "winners": winners},
        {"widths": flow.widths},
    )
    return coupled


def _all_tasks(plan: Collector, settings: Mechanism, flows: list[str]) -> None:
    chain = settings.all_tasks.train
    start = {"start": "fixed"}  # the same for all amplitudes, whose effect is measured
    counted = plan.train_from(
        "all_tasks",
        "single_direction",
        "compsparse.studies.emergence.mechanism.train_single_index",
        {
            **chain.model_dump(exclude={"dimension"}),
            "dimensions": [chain.dimension],
            "scale_step": True,
            **start,
        },
    )
    plan.result(
        "compsparse.studies.emergence.mechanism.evaluate_all_tasks",
        {"flows": flows, "chain": counted},
        {
            "widths": settings.deflation.train.widths,
            **chain.model_dump(include={"order", "step_constant"}),
            **start,
            **settings.all_tasks.evaluate.model_dump(),
        },
    )


def _sgd_against_flow(plan: Collector, settings: SGDAgainstFlow) -> None:
    name, exponent = "sgd_against_flow", settings.exponent
    flows, onlines = [], []
    for cell, pair in settings.pairs.items():
        starts = plan.starts(name, cell, pair.generate)
        flows.append(
            plan.flow(name, f"{cell}_flow", pair.flow, exponent, starts, keep_alignment=True)
        )
        onlines.append(
            plan.train_from(
                name,
                f"{cell}_online",
                "compsparse.studies.emergence.online.train_online_sgd",
                {**pair.online.model_dump(), "exponent": exponent, "neurons": None},
                starts,
            )
        )
    plan.result(
        "compsparse.studies.emergence.mechanism.evaluate_sgd_against_flow",
        {"flows": flows, "onlines": onlines},
        {
            "orders": [pair.order for pair in settings.pairs.values()],
            "step_sizes": [pair.online.step_size for pair in settings.pairs.values()],
        },
    )
