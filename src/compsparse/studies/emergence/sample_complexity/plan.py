"""Settings and jobs on samples with an adaptive step (document 003, part I)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.emergence import shared_settings as shared
from compsparse.studies.emergence.collector import Collector, slug
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


class AdaptiveStep(shared.SGD):
    """Online SGD at several step sizes, each constant and suited to one direction."""

    exponents: shared.Exponents
    ranks: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="p_bar: the direction to which a step size is suited"
    )
    step_constant: PositiveNumber = Field(description="c of eta = c a_p_bar d^(-k/2)")
    duration: PositiveNumber = Field(
        description="of every run, in d^(k-1) / (c a_P^2) steps for the weakest direction P"
    )


class AdaptiveRate(shared.Experiment[shared.SpaceDraws, AdaptiveStep]):
    """Samples until the strongest directions are learned, at the step suited to them."""

    @model_validator(mode="after")
    def _directions_exist(self) -> "AdaptiveRate":
        if self.train.ranks[-1] > self.generate.directions:
            raise ValueError(
                f"ranks up to the {self.generate.directions} directions; {self.train.ranks[-1]} "
                "is none of them"
            )
        return self


class TooLarge(StrictModel):
    """Steps above that of the strongest direction."""

    excess: Annotated[list[Annotated[float, Field(gt=1)]], Field(min_length=1)] = Field(
        description="multiples of the step suited to the strongest direction"
    )


class Thresholding(StrictModel):
    """Exact risks of a sequence p^-beta in Gaussian noise."""

    exponents: shared.Exponents
    samples: Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=2)] = Field(
        description="n, the inverse variance of the noise"
    )


class SampleComplexity(StrictModel):
    """The experiments on samples with an adaptive step."""

    adaptive_rate: AdaptiveRate
    constant_step: shared.Trained[TooLarge]  # all else as in adaptive_rate
    sequence_model: shared.Evaluated[Thresholding]


def collect(plan: Collector, settings: SampleComplexity) -> None:
    """Add the jobs of this theme."""
    adaptive, constant = settings.adaptive_rate, settings.constant_step
    starts = plan.starts("adaptive_rate", "all", adaptive.generate)
    common = adaptive.train.model_dump(exclude={"exponents", "ranks"}) | {"neurons": None}
    module = "compsparse.studies.emergence.sample_complexity.train_adaptive_step"
    for exponent in adaptive.train.exponents:
        beta = f"beta_{slug(exponent)}"
        for rank in adaptive.train.ranks:
            params = {**common, "exponent": exponent, "rank": rank, "excess": 1.0}
            plan.train_from("adaptive_rate", f"{beta}_rank_{rank}", module, params, starts)
        for excess in constant.train.excess:
            params = {**common, "exponent": exponent, "rank": 1, "excess": excess}
            cell = f"{beta}_excess_{slug(excess)}"
            plan.train_from("constant_step", cell, module, params, starts)
    suited, too_large = plan.histories("adaptive_rate"), plan.histories("constant_step")
    plan.result(
        "compsparse.studies.emergence.sample_complexity.evaluate_adaptive_rate",
        {"histories": suited},
    )
    plan.result(
        "compsparse.studies.emergence.sample_complexity.evaluate_constant_step",
        {"histories": [*suited, *too_large]},
    )
    plan.result(
        "compsparse.studies.emergence.sample_complexity.evaluate_sequence_model",
        {},
        settings.sequence_model.evaluate.model_dump(),
    )
