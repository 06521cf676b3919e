"""Settings and jobs on samples with an adaptive step (document 003, part I)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.emergence.collector import Collector, slug
from compsparse.studies.emergence.shared_settings import Draws, Exponents, Order
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


class AdaptiveStep(StrictModel):
    """Online SGD at several step sizes, each constant and suited to one direction."""

    order: Order
    exponents: Exponents
    initial_strength: PositiveNumber = Field(
        description="squared norm of every neuron at the start"
    )
    ranks: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="p_bar: the direction to which a step size is suited"
    )
    step_constant: PositiveNumber = Field(description="c of eta = c a_p_bar d^(-k/2)")
    samples: Positive = Field(description="fresh inputs in each step")
    duration: PositiveNumber = Field(
        description="of every run, in d^(k-1) / (c a_P^2) steps for the weakest direction P"
    )
    logged_steps: Annotated[int, Field(ge=2)]
    precision: Literal["single", "double"]


class AdaptiveRate(StrictModel):
    """Samples until the strongest directions are learned, at the step suited to them."""

    generate: Draws
    train: AdaptiveStep

    @model_validator(mode="after")
    def _fits(self) -> "AdaptiveRate":
        if self.generate.basis != "space":
            raise ValueError(f"basis: space, which SGD needs; {self.generate.basis!r} lacks inputs")
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


class ConstantStep(StrictModel):
    """One step size for all directions, and too large ones; else as in ``adaptive_rate``."""

    train: TooLarge


class Thresholding(StrictModel):
    """Exact risks of a sequence p^-beta in Gaussian noise."""

    exponents: Exponents
    samples: Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=2)] = Field(
        description="n, the inverse variance of the noise"
    )


class SequenceModel(StrictModel):
    """The rate known for weak l_p balls."""

    evaluate: Thresholding


class SampleComplexity(StrictModel):
    """The experiments on samples with an adaptive step."""

    adaptive_rate: AdaptiveRate
    constant_step: ConstantStep
    sequence_model: SequenceModel


def collect(plan: Collector, settings: SampleComplexity) -> None:
    """Add the jobs of this theme."""
    adaptive, constant = settings.adaptive_rate, settings.constant_step
    starts = plan.starts("adaptive_rate", "all", adaptive.generate)
    shared = adaptive.train.model_dump(exclude={"exponents", "ranks"}) | {"neurons": None}
    for exponent in adaptive.train.exponents:
        beta = f"beta_{slug(exponent)}"
        for rank in adaptive.train.ranks:
            params = {**shared, "exponent": exponent, "rank": rank, "excess": 1.0}
            plan.train_from("adaptive_rate", f"{beta}_rank_{rank}", "adaptive_step", params, starts)
        for excess in constant.train.excess:
            params = {**shared, "exponent": exponent, "rank": 1, "excess": excess}
            cell = f"{beta}_excess_{slug(excess)}"
            plan.train_from("constant_step", cell, "adaptive_step", params, starts)
    suited, too_large = plan.histories("adaptive_rate"), plan.histories("constant_step")
    plan.evaluate("adaptive_rate", {"histories": suited})
    plan.evaluate("constant_step", {"histories": [*suited, *too_large]})
    plan.evaluate("sequence_model", {}, settings.sequence_model.evaluate.model_dump())
