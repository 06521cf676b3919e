"""Settings and jobs on threshold gates and their circuits of bounded fan-in (Theorem 1)."""

from typing import Annotated

from pydantic import Field, model_validator

from workflow_engine.configuration.values import Increasing, Positive, StrictModel
from workflow_engine.job_collector import JobCollector

MOST_INPUTS = 4  # of functions that are all listed: five have 2^32
MOST_EXHAUSTIVE = 12  # sources of a gate whose inputs are all tried
Exhausted = Annotated[int, Field(ge=1, le=MOST_EXHAUSTIVE)]


class CountedFunctions(StrictModel):
    """All Boolean functions of few inputs."""

    inputs: Annotated[
        list[Annotated[int, Field(ge=1, le=MOST_INPUTS)]], Field(min_length=2), Increasing
    ]
    largest_weight: Annotated[int, Field(ge=1, le=5, description="of the gates that are tried")]


class ThresholdFunctions(StrictModel):
    """How many functions are a single threshold gate."""

    evaluate: CountedFunctions


class ReplacedGates(StrictModel):
    """Boolean gates of which each is replaced by threshold gates."""

    sources: Annotated[list[Exhausted], Field(min_length=3), Increasing] = Field(
        description="r; all inputs are tried"
    )

    @model_validator(mode="after")
    def _with_majority(self) -> "ReplacedGates":
        if 3 not in self.sources:
            raise ValueError(f"sources with 3 among them, as MAJORITY has; they are {self.sources}")
        return self


class StepCosts(StrictModel):
    """What a Boolean gate costs as threshold gates."""

    evaluate: ReplacedGates


class BuiltAdders(StrictModel):
    """Threshold gates whose bounded-fan-in circuits are built."""

    sources: Annotated[
        list[Annotated[int, Field(ge=2, le=2**16)]], Field(min_length=3), Increasing
    ] = Field(description="r, powers of two")
    exhaustive_sources: Annotated[list[Exhausted], Field(min_length=1), Increasing] = Field(
        description="r at which all inputs are tried"
    )
    thresholds: Annotated[
        int, Field(ge=2, description="for each gate whose inputs are all tried, over all its sums")
    ]
    bits: Annotated[list[Annotated[int, Field(ge=2, le=16)]], Field(min_length=1), Increasing] = (
        Field(description="of random weights; unit weights come besides")
    )
    drawn_inputs: Positive = Field(description="tried for each gate of the sweep")
    runs: Positive = Field(description="draws of the weights")

    @model_validator(mode="after")
    def _doubling(self) -> "BuiltAdders":
        for sources in self.sources:
            if sources & (sources - 1):
                raise ValueError(f"sources that are powers of two; {sources} is none")
        return self


class ThresholdAdder(StrictModel):
    """Size and depth of a threshold gate of bounded fan-in."""

    generate: BuiltAdders


class ThresholdGates(StrictModel):
    """The experiments of this theme."""

    threshold_functions: ThresholdFunctions
    step_costs: StepCosts
    threshold_adder: ThresholdAdder


def collect(plan: JobCollector, settings: ThresholdGates) -> None:
    """Add the jobs of this theme; what no world reaches is cheaper to repeat than to store."""
    plan.evaluate("threshold_functions", {}, settings.threshold_functions.evaluate.model_dump())
    plan.evaluate("step_costs", {}, settings.step_costs.evaluate.model_dump())
    name, built = "threshold_adder", settings.threshold_adder.generate
    # weights keep the names that they were drawn by before circuits had a step of their own
    names = {"seed_names": [plan.study, name]}
    adders = plan.generate(name, "adders", "threshold_adders", {**built.model_dump(), **names})
    plan.evaluate(name, {"adders": adders}, {"sources": built.sources, "bits": built.bits})
