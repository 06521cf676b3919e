"""Settings that several themes of study ``regime`` share."""

import math
from collections.abc import Mapping
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, model_validator

from compsparse.studies.regime.targets.predicted_depth import Artifact
from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    StrictModel,
)

Seeds = Annotated[int, Field(ge=2)]
Depths = Annotated[list[Positive], Field(min_length=3), Increasing]
Targets = Annotated[list[str], Field(min_length=1), Distinct]
Method = Literal[
    "connection_similarity", "unit_merging", "lottery_ticket", "wanda", "llm_pruner", "random_edges"
]

Methods = Annotated[list[Method], Field(min_length=1), Distinct]
Optimizer = Literal["adam", "muon", "muon_20"]  # named in kinds.OPTIMIZERS
Content = TypeVar("Content")
Made = TypeVar("Made")


class Evaluated(StrictModel, Generic[Content]):
    """A result with settings of its evaluation alone."""

    evaluate: Content


class GeneratedAndEvaluated(StrictModel, Generic[Made, Content]):
    """A result with settings of its data and of its evaluation."""

    generate: Made
    evaluate: Content


class Target(StrictModel):
    """A picture to learn: exactly one of a genome, a picture, or a drawing made by code."""

    genome: str | None = Field(
        None, description="JSON file, or a zip of Picbreeder's, in the project"
    )
    picture: str | None = Field(None, description="PNG file in the project")
    drawing: str | None = Field(None, description="name in targets/drawings.py")

    @model_validator(mode="after")
    def _single_source(self) -> "Target":
        given = [name for name, value in self if value is not None]
        if len(given) != 1:
            raise ValueError(f"exactly one of genome, picture and drawing; got {given or 'none'}")
        return self


class Recipe(StrictModel):
    """How networks are trained."""

    optimizer: Literal["adam", "muon"]
    rate: PositiveNumber = Field(description="learning rate at the first step")
    final_rate: PositiveNumber = Field(description="at the last step; between them a cosine")
    steps: Positive
    pixels: Annotated[int, Field(ge=0)] = Field(description="per step; 0: the whole image")
    newton_schulz: Positive = Field(5, description="steps of Muon's iteration")

    @model_validator(mode="after")
    def _falls(self) -> "Recipe":
        if self.final_rate > self.rate:
            raise ValueError(
                f"a final rate of at most {self.rate:g}, the first; not {self.final_rate:g}"
            )
        return self


class Rounds(StrictModel):
    """Rounds of pruning, each followed by training."""

    methods: Methods
    weights: Annotated[list[Positive], Field(min_length=1)] = Field(
        description="live weights wanted after each round, decreasing"
    )
    recipe: Recipe = Field(description="of the training after each round")

    @model_validator(mode="after")
    def _decreases(self) -> "Rounds":
        if any(
            later >= earlier for earlier, later in zip(self.weights, self.weights[1:], strict=False)
        ):
            raise ValueError(f"fewer weights in every round, not {self.weights}")
        return self


class Training(StrictModel):
    """Methods that prune, and what trains the networks after each round."""

    methods: Methods
    recipe: Recipe


Trainings = Annotated[
    dict[Optimizer, Training], Field(min_length=1, description="by the optimizer's name")
]


class DenseNetworks(StrictModel):
    """Dense networks of one depth."""

    depth: Positive
    runs: Seeds = Field(description="of each target")


class Retry(StrictModel):
    """When a stuck training restarts."""

    after: Annotated[float, Field(gt=0, le=1)] = Field(description="fraction of the steps")
    error: PositiveNumber = Field(description="mean squared error above which it is stuck")
    retries: Annotated[int, Field(ge=0)] = Field(description="largest number of restarts")


class Reference(StrictModel):
    """Dense networks that measure the score of an error alone."""

    runs: Annotated[int, Field(ge=2)]
    longer: Annotated[float, Field(ge=1)] = Field(
        description="factor on the steps of other dense networks, to reach lower errors"
    )
    stops: Annotated[list[Annotated[float, Field(gt=0, le=1)]], Field(min_length=4), Increasing] = (
        Field(description="fractions of the steps at which networks of full width are judged")
    )
    widths: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="of narrower networks, trained to the end"
    )


class Networks(StrictModel):
    """Defaults of all experiments on single images."""

    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")
    recipe: Recipe = Field(description="of dense networks")
    retry: Retry
    sweeps: Positive = Field(description="weights of a network that are changed to judge it")
    reference: Reference


class Judging(StrictModel):
    """How the networks of one experiment are judged."""

    sweeps: Positive = Field(description="weights of a network that are changed")


class LayeredSettings(StrictModel):
    """The layered shape of a genome; a step that reads the genome refuses any other."""

    depth: Positive
    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")


class Heuristic(StrictModel):
    """The line from complexity to depth, and where it is clipped."""

    artifacts: Annotated[list[Artifact], Field(min_length=2)]
    shallowest: Positive
    deepest: Positive


def units_of_width(units: Mapping[str, int], width: int) -> dict[str, int]:
    """Return units of another width in the same shares, by largest remainders; none is lost."""
    if width < len(units):
        raise ValueError(f"A layer of {width} units cannot have {len(units)} activations.")
    total = sum(units.values())
    shares = {name: max(1.0, width * number / total) for name, number in units.items()}
    found = {name: math.floor(share) for name, share in shares.items()}
    order = sorted(units, key=lambda name: (found[name] - shares[name], name))
    while sum(found.values()) < width:
        found[order[0]] += 1
        order.append(order.pop(0))
    while sum(found.values()) > width:
        found[max(found, key=lambda name: (found[name], name))] -= 1
    return found
