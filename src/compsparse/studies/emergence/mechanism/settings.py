"""Settings of the mechanism of the proof sketch (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Distinct, Positive, PositiveNumber
from compsparse.studies.emergence import shared_settings as shared
from compsparse.validation.strict_model import StrictModel

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
