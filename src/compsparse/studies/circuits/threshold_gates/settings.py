"""Settings of threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""

from itertools import pairwise
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.validation.strict_model import StrictModel

MOST_INPUTS = 4  # of functions that are all listed: five have 2^32
MOST_EXHAUSTIVE = 12  # sources of a gate whose inputs are all tried


def _require_rising(name: str, values: list[int]) -> None:
    for one, next_one in pairwise(values):
        if not one < next_one:
            raise ValueError(f"{name} that rise; {next_one} follows {one}")


class CountedFunctions(StrictModel):
    """All Boolean functions of few inputs."""

    inputs: Annotated[
        list[Annotated[int, Field(ge=1, le=MOST_INPUTS)]],
        Field(min_length=2, description="numbers of inputs, rising"),
    ]
    largest_weight: Annotated[int, Field(ge=1, le=5, description="of the gates that are tried")]

    @model_validator(mode="after")
    def _rise(self) -> "CountedFunctions":
        _require_rising("inputs", self.inputs)
        return self


class ThresholdFunctions(StrictModel):
    """How many functions are a single threshold gate."""

    evaluate: CountedFunctions


class ReplacedGates(StrictModel):
    """Boolean gates of which each is replaced by threshold gates."""

    sources: Annotated[
        list[Annotated[int, Field(ge=1, le=MOST_EXHAUSTIVE)]],
        Field(min_length=3, description="r, rising; all inputs are tried"),
    ]

    @model_validator(mode="after")
    def _rise(self) -> "ReplacedGates":
        _require_rising("sources", self.sources)
        if 3 not in self.sources:
            raise ValueError(f"sources with 3 among them, as MAJORITY has; they are {self.sources}")
        return self


class StepCosts(StrictModel):
    """What a Boolean gate costs as threshold gates."""

    evaluate: ReplacedGates


class BuiltAdders(StrictModel):
    """Threshold gates whose bounded-fan-in circuits are built."""

    sources: Annotated[
        list[Annotated[int, Field(ge=2, le=2**16)]],
        Field(min_length=3, description="r, powers of two, rising"),
    ]
    exhaustive_sources: Annotated[
        list[Annotated[int, Field(ge=1, le=MOST_EXHAUSTIVE)]],
        Field(min_length=1, description="r at which all inputs are tried, rising"),
    ]
    thresholds: Annotated[
        int, Field(ge=2, description="for each gate whose inputs are all tried, over all its sums")
    ]
    bits: Annotated[
        list[Annotated[int, Field(ge=2, le=16)]],
        Field(min_length=1, description="of random weights, rising; unit weights come besides"),
    ]
    drawn_inputs: Positive = Field(description="tried for each gate of the sweep")
    runs: Positive = Field(description="draws of the weights")

    @model_validator(mode="after")
    def _swept(self) -> "BuiltAdders":
        for name in ("sources", "exhaustive_sources", "bits"):
            _require_rising(name, getattr(self, name))
        for sources in self.sources:
            if sources & (sources - 1):
                raise ValueError(f"sources that are powers of two; {sources} is none")
        return self


class ThresholdAdder(StrictModel):
    """Size and depth of a threshold gate of bounded fan-in."""

    evaluate: BuiltAdders


class ThresholdGates(StrictModel):
    """The experiments of this theme."""

    threshold_functions: ThresholdFunctions
    step_costs: StepCosts
    threshold_adder: ThresholdAdder
