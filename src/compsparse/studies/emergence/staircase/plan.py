"""Settings and jobs on the staircase of skills (document 003, part I)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import STUDY, Collector
from workflow_engine.configuration.values import PositiveNumber, StrictModel


class StaircaseExperiment(shared.Experiment[shared.Draws, shared.PowerLawFlow]):
    """All alignments and the loss that they add up to; how well emergences are predicted."""

    evaluate: shared.Window

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
        description="relative growth of the fastest overlap in a step"
    )
    duration: PositiveNumber = Field(
        description="in emergence times of the weakest direction from a typical best start"
    )


class Staircase(StrictModel):
    """The experiments on the staircase of skills."""

    staircase: StaircaseExperiment
    jump_sharpness: shared.Experiment[shared.DrawsByDimension, ResolvedFlow]


def collect(plan: Collector, settings: Staircase) -> None:
    """Add the jobs of this theme."""
    name, flow = "staircase", settings.staircase.train
    starts = plan.starts(name, "default", settings.staircase.generate)
    history = plan.flow(name, "default", flow, flow.exponent, starts, keep_alignment=True)
    plan.result(
        "compsparse.studies.emergence.staircase.evaluate_staircase",
        {"history": history},
        {"exponent": flow.exponent, **settings.staircase.evaluate.model_dump()},
        exponent=flow.exponent,
    )
    plan.result(
        "compsparse.studies.emergence.staircase.evaluate_predictability",
        {"history": history},
        {"exponent": flow.exponent, "order": flow.order},
    )
    name, sharpness = "jump_sharpness", settings.jump_sharpness
    for dimension in sharpness.generate.dimensions:
        cell, draws = f"dimension_{dimension}", sharpness.generate.draws(dimension)
        # the same Gaussian numbers in every dimension: they differ in d alone
        starts = plan.starts(name, cell, draws, seed_names=[STUDY, name])
        plan.train_from(
            name,
            cell,
            "compsparse.studies.emergence.staircase.train_resolved_jumps",
            sharpness.train.model_dump(),
            starts,
        )
    plan.result(
        "compsparse.studies.emergence.staircase.evaluate_jump_sharpness",
        {"histories": plan.histories(name)},
    )
