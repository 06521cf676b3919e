"""Settings that several themes of study ``regime`` share."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)

Method = Literal[
    "unit_merging", "connection_similarity", "lottery_ticket", "wanda", "llm_pruner", "random_edges"
]
Methods = Annotated[list[Method], Field(min_length=1), Distinct]
Runs = Annotated[int, Field(ge=2, description="scenes, each with networks of its own")]
Depth = Annotated[int, Field(ge=2, description="hidden layers")]


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
            raise ValueError(f"final_rate: at most {self.rate:g}, the first; {self.final_rate:g}")
        return self


def _decreasing(weights: list[int]) -> list[int]:
    if sorted(set(weights), reverse=True) != weights:
        raise ValueError(f"fewer in every round, not {weights}")
    return weights


Decreasing = AfterValidator(_decreasing)


class Pruning(StrictModel):
    """Rounds of pruning, each followed by training."""

    weights: Annotated[list[Positive], Field(min_length=1), Decreasing] = Field(
        description="live weights wanted after each round, decreasing"
    )
    recipe: Recipe = Field(description="of the training after each round")


class Sweeps(StrictModel):
    """How networks are judged, by weights that are changed up and down."""

    weights: Positive = Field(description="of a network, drawn among the live ones")
    delta: PositiveNumber = Field(description="of a weight, for survival")
    still: Share = Field(description="SSIM at which a picture still shows the target")
    paints: Share = Field(description="SSIM from which a network paints its target")


class Networks(StrictModel):
    """What all experiments share."""

    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")
    recipe: Recipe = Field(description="of dense networks")
    pruning: Pruning
    stops: Annotated[list[Share], Field(min_length=2), Increasing] = Field(
        description="of the steps, at which dense networks are judged, besides the last one"
    )
    sweeps: Sweeps
