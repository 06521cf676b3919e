"""Settings and jobs on the staircase of skills (document 003, part I)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import STUDY, Collector
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


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


def collect(plan: Collector, settings: Staircase) -> None:
    """Add the jobs of this theme."""
    _staircase(plan, settings.staircase)
    _jump_sharpness(plan, settings.jump_sharpness)


def _staircase(plan: Collector, settings: StaircaseExperiment) -> None:
    name, flow = "staircase", settings.train
    starts = plan.starts(name, "default", settings.generate)
    plan.train_from(
        name,
        "default",
        "flow.population_flow",
        {**flow.model_dump(), "neurons": None, "law": "coupled", "keep_alignment": True},
        starts,
    )
    (history,) = plan.histories(name)
    plan.evaluate(
        name,
        {"history": history},
        {"exponent": flow.exponent, **settings.evaluate.model_dump()},
        render_params={"exponent": flow.exponent},
    )
    # another look at the same runs
    plan.evaluate(
        "predictability", {"history": history}, {"exponent": flow.exponent, "order": flow.order}
    )


def _jump_sharpness(plan: Collector, settings: JumpSharpness) -> None:
    name, draws = "jump_sharpness", settings.generate
    for dimension in draws.dimensions:
        cell = f"dimension_{dimension}"
        # the same Gaussian numbers in every dimension: what differs between them is d alone
        starts = plan.starts(name, cell, draws.draws(dimension), seed_names=[STUDY, name])
        plan.train_from(name, cell, "resolved_jumps", settings.train.model_dump(), starts)
    plan.evaluate(name, {"histories": plan.histories(name)})
