"""Settings and jobs on threshold gates and their circuits of bounded fan-in (Theorem 1)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.circuits.settings import Evaluated, Generated
from workflow_engine.configuration.values import Increasing, Positive, StrictModel
from workflow_engine.job_collector import JobCollector

MOST_INPUTS = 4  # five inputs have 2^32 functions, too many to list
MOST_EXHAUSTIVE = 12  # sources of a gate that is tested on all inputs
Exhausted = Annotated[int, Field(ge=1, le=MOST_EXHAUSTIVE)]


class CountedFunctions(StrictModel):
    """All Boolean functions of few inputs."""

    inputs: Annotated[
        list[Annotated[int, Field(ge=1, le=MOST_INPUTS)]], Field(min_length=2), Increasing
    ]
    largest_weight: Annotated[int, Field(ge=1, le=5, description="of the gates that are tried")]


class ReplacedGates(StrictModel):
    """Boolean gates, each of which is replaced by threshold gates."""

    sources: Annotated[list[Exhausted], Field(min_length=3), Increasing] = Field(
        description="r; all inputs are tested"
    )

    @model_validator(mode="after")
    def _with_majority(self) -> "ReplacedGates":
        if 3 not in self.sources:
            raise ValueError(f"sources with 3 among them, as MAJORITY has; they are {self.sources}")
        return self


class BuiltAdders(StrictModel):
    """Threshold gates whose bounded-fan-in circuits are built."""

    sources: Annotated[
        list[Annotated[int, Field(ge=2, le=2**16)]], Field(min_length=3), Increasing
    ] = Field(description="r, powers of two")
    exhaustive_sources: Annotated[list[Exhausted], Field(min_length=1), Increasing] = Field(
        description="r at which all inputs are tested"
    )
    thresholds: Annotated[
        int, Field(ge=2, description="for each gate tested on all inputs, over the range of sums")
    ]
    bits: Annotated[list[Annotated[int, Field(ge=2, le=16)]], Field(min_length=1), Increasing] = (
        Field(description="of random weights, besides unit weights")
    )
    drawn_inputs: Positive = Field(description="tested for each gate of the sweep")
    runs: Positive = Field(description="draws of the weights")

    @model_validator(mode="after")
    def _doubling(self) -> "BuiltAdders":
        for sources in self.sources:
            if sources & (sources - 1):
                raise ValueError(f"sources that are powers of two; {sources} is none")
        return self


class ThresholdGates(StrictModel):
    """The experiments of this theme."""

    threshold_functions: Evaluated[CountedFunctions] = Field(
        description="how many functions are a single threshold gate"
    )
    step_costs: Evaluated[ReplacedGates] = Field(
        description="what a Boolean gate costs in threshold gates"
    )
    threshold_adder: Generated[BuiltAdders] = Field(
        description="size and depth of a threshold gate as a circuit of bounded fan-in"
    )


def collect(plan: JobCollector, settings: ThresholdGates) -> None:
    """Add the jobs of this theme; evaluations that no world changes recompute what they need."""
    plan.evaluate(
        "compsparse.studies.circuits.threshold_gates.evaluate_threshold_functions",
        {},
        settings.threshold_functions.evaluate.model_dump(),
        render="compsparse.studies.circuits.threshold_gates.render_threshold_functions",
    )
    plan.evaluate(
        "compsparse.studies.circuits.threshold_gates.evaluate_step_costs",
        {},
        settings.step_costs.evaluate.model_dump(),
        render="compsparse.studies.circuits.threshold_gates.render_step_costs",
    )
    built = settings.threshold_adder.generate
    adders = plan.generate(
        "threshold_adder",
        "adders",
        "compsparse.studies.circuits.threshold_gates.generate_threshold_adders",
        # without the cell: these names decide the drawn weights
        {**built.model_dump(), "seed_names": [plan.study, "threshold_adder"]},
    )
    plan.evaluate(
        "compsparse.studies.circuits.threshold_gates.evaluate_threshold_adder",
        {"adders": adders},
        {"sources": built.sources, "bits": built.bits},
        render="compsparse.studies.circuits.threshold_gates.render_threshold_adder",
    )
