"""Settings of the staircase of skills (document 003, part I)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.emergence.shared_settings import Draws, Exponent, Flow, PositiveNumber
from compsparse.validation.strict_model import StrictModel


class StaircaseFlow(Flow):
    """The population flow for one exponent of the amplitudes, with all alignments kept."""

    exponent: Exponent


class StaircaseCurves(StrictModel):
    """What is kept of the curves for the figure, and where the loss is compared."""

    window: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2)] = Field(
        description="first and last emergence between which the loss is compared"
    )

    @model_validator(mode="after")
    def _increases(self) -> "StaircaseCurves":
        if self.window[0] >= self.window[1]:
            raise ValueError(
                f"a window from an earlier to a later emergence; {self.window} is not increasing"
            )
        return self


class StaircaseExperiment(StrictModel):
    """All alignments and the loss that they add up to; how well emergences are predicted."""

    generate: Draws
    train: StaircaseFlow
    evaluate: StaircaseCurves

    @model_validator(mode="after")
    def _window_fits(self) -> "StaircaseExperiment":
        if self.evaluate.window[1] > self.generate.directions:
            raise ValueError(
                f"a window of at most the {self.generate.directions} directions; "
                f"{self.evaluate.window} is too late"
            )
        return self


class JumpDraws(StrictModel):
    """The same random starts in several dimensions."""

    directions: Positive = Field(description="P, the directions of the teacher")
    neurons: Positive = Field(description="m, the width of the student")
    dimensions: Annotated[list[Positive], Field(min_length=2)] = Field(
        description="d, of the input; increasing"
    )
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _fits(self) -> "JumpDraws":
        if self.dimensions != sorted(set(self.dimensions)):
            raise ValueError(f"different dimensions in increasing order, not {self.dimensions}")
        if self.dimensions[0] <= self.directions:
            raise ValueError(
                f"dimensions above the {self.directions} directions; {self.dimensions[0]} is too "
                "low"
            )
        return self


class ResolvedFlow(StrictModel):
    """The flow in steps that resolve each jump."""

    orders: Annotated[list[Literal[2, 3, 4]], Field(min_length=1)] = Field(
        description="k, the orders of the activation h_k; 2 is the control"
    )
    exponent: Exponent
    initial_strength: Annotated[float, Field(gt=0, le=1e-6)] = Field(
        description="squared norm of every neuron at the start"
    )
    resolution: Annotated[float, Field(gt=0, le=0.2)] = Field(
        description="share by which the fastest overlap grows in a step"
    )
    duration: PositiveNumber = Field(
        description="in emergence times of the weakest direction from a typical best start"
    )


class JumpSharpness(StrictModel):
    """How sharp jumps are, by dimension and order."""

    generate: JumpDraws
    train: ResolvedFlow


class Staircase(StrictModel):
    """The experiments on the staircase of skills."""

    staircase: StaircaseExperiment
    jump_sharpness: JumpSharpness
