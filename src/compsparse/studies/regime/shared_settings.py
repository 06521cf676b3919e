"""Settings that several themes of study ``regime`` share."""

import math
from typing import Annotated, Literal

from pydantic import Field, model_validator

from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    StrictModel,
)

Seeds = Annotated[int, Field(ge=2)]
Depths = Annotated[list[Positive], Field(min_length=3), Increasing]
Method = Literal[
    "connection_similarity", "unit_merging", "lottery_ticket", "wanda", "llm_pruner", "random_edges"
]


class Target(StrictModel):
    """A picture to learn: exactly one of a genome, a picture, or a drawing made by code."""

    genome: str | None = Field(
        None, description="JSON file, or a zip of Picbreeder's, in the project"
    )
    picture: str | None = Field(None, description="PNG file in the project")
    drawing: str | None = Field(None, description="name in targets/drawings.py")

    @model_validator(mode="after")
    def _one(self) -> "Target":
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

    methods: Annotated[list[Method], Field(min_length=1), Distinct]

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


class Retry(StrictModel):
    """When a training that is stuck begins anew."""

    after: Annotated[float, Field(gt=0, le=1)] = Field(description="share of the steps")
    error: PositiveNumber = Field(description="mean squared error above which it is stuck")
    retries: Annotated[int, Field(ge=0)] = Field(description="at most so often")


class Reference(StrictModel):
    """Dense networks that say what score an error alone brings."""

    runs: Annotated[int, Field(ge=2)]
    longer: Annotated[float, Field(ge=1)] = Field(
        description="times the steps of other dense networks, so that errors reach below theirs"
    )
    stops: Annotated[list[Annotated[float, Field(gt=0, le=1)]], Field(min_length=4), Increasing] = (
        Field(description="shares of the steps at which networks of full width are looked at")
    )
    widths: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="of narrower networks, trained to the end"
    )


class Networks(StrictModel):
    """What all experiments on single images share unless they say otherwise."""

    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")
    recipe: Recipe = Field(description="of dense networks")
    retry: Retry
    sweeps: Positive = Field(description="weights of a network that are changed to judge it")
    reference: Reference


class Judging(StrictModel):
    """How the networks of one experiment are judged."""

    sweeps: Positive = Field(description="weights of a network that are changed")


class Artifact(StrictModel):
    """A picture of the document's, and its best depth there."""

    name: str
    complexity: PositiveNumber = Field(description="bytes of the PNG over bytes of the raw image")
    depth: Positive


class LayeredSettings(StrictModel):
    """A layered shape that fits a genome; a step that reads the genome refuses another one."""

    depth: Positive
    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")


class Heuristic(StrictModel):
    """The line from complexity to depth, and where it is cut off."""

    artifacts: Annotated[list[Artifact], Field(min_length=2)]
    shallowest: Positive
    deepest: Positive


def units_of_width(units: dict[str, int], width: int) -> dict[str, int]:
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
