"""Settings of the staircase of skills (document 003, part I)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.configuration.values import Increasing, Positive, PositiveNumber
from compsparse.studies.emergence import shared_settings as shared
from compsparse.validation.strict_model import StrictModel


class StaircaseFlow(shared.Flow):
    """The population flow for one exponent of the amplitudes, with all alignments kept."""

    exponent: shared.Exponent


class StaircaseCurves(StrictModel):
    """What is kept of the curves for the figure, and where the loss is compared."""

    window: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = Field(
        description="first and last emergence between which the loss is compared"
    )


class StaircaseExperiment(StrictModel):
    """All alignments and the loss that they add up to; how well emergences are predicted."""

    generate: shared.Draws
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


class ResolvedFlow(StrictModel):
    """The flow in steps that resolve each jump."""

    orders: Annotated[list[Literal[2, 3, 4]], Field(min_length=1)] = Field(
        description="k, the orders of the activation h_k; 2 is the control"
    )
    exponent: shared.Exponent
    initial_strength: shared.SmallStrength
    resolution: Annotated[float, Field(gt=0, le=0.2)] = Field(
        description="share by which the fastest overlap grows in a step"
    )
    duration: PositiveNumber = Field(
        description="in emergence times of the weakest direction from a typical best start"
    )


class JumpSharpness(StrictModel):
    """How sharp jumps are, by dimension and order."""

    generate: shared.DrawsByDimension
    train: ResolvedFlow


class Staircase(StrictModel):
    """The experiments on the staircase of skills."""

    staircase: StaircaseExperiment
    jump_sharpness: JumpSharpness
