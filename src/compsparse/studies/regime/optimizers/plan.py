"""Settings and jobs on optimizers (document 001, Figures 13, 18 to 23 and 38 to 41).

How they train pruned networks is read off the comparison of methods, where several optimizers train
the same pruned networks.
"""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import STUDY, Collector
from compsparse.studies.regime.optimizers.rate_name import rate_name
from compsparse.studies.regime.shared_settings import Recipe, Retry, Seeds
from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    StrictModel,
)

NAME = "optimizers"
# optimizer and Newton-Schulz steps, by the names of the figures
KINDS = {"adam": ("adam", 5), "muon": ("muon", 5), "muon_20": ("muon", 20)}


class AtRates(StrictModel):
    """Dense networks trained by every optimizer at constant rates."""

    depth: Positive
    runs: Seeds = Field(description="of each target, optimizer and rate; starts are the same")
    rates: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    steps: Positive
    pixels: Annotated[int, Field(ge=0)] = Field(description="per step; 0: the whole image")


class LossCurves(StrictModel):
    """The loss of every optimizer at several rates."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
    train: AtRates


class Optimizers(StrictModel):
    """The experiments on optimizers."""

    optimizers: LossCurves


def collect(plan: Collector, settings: Optimizers) -> None:
    """Add the jobs of this theme."""
    curves = settings.optimizers
    train = curves.train
    shape = {"depth": train.depth, "units": plan.networks.units}
    # a rate at which nothing is learned is a finding, not a run to begin anew
    retry = Retry(after=plan.networks.retry.after, error=plan.networks.retry.error, retries=0)
    files: list[tuple[dict[str, object], str]] = []
    for target in curves.targets:
        for kind, own in KINDS.items():
            optimizer, newton_schulz = worlds.of_optimizer(plan.world, own, KINDS["adam"])
            for rate in train.rates:
                recipe = Recipe.model_validate(
                    {
                        "optimizer": optimizer,
                        "rate": rate,
                        "final_rate": rate,
                        "steps": train.steps,
                        "pixels": train.pixels,
                        "newton_schulz": newton_schulz,
                    }
                )
                networks = plan.dense(
                    NAME,
                    f"{target}-{kind}-rate_{rate_name(rate)}",
                    target,
                    shape,
                    train.runs,
                    recipe=recipe,
                    retry=retry,
                    seed_names=(STUDY, NAME, target),
                )
                files.append(({"target": target, "optimizer": kind, "rate": rate}, networks))
    plan.evaluate(
        NAME,
        {"networks": [path for _, path in files]},
        {"networks": [labels for labels, _ in files]},
    )
    plan.evaluate("optimizer_influence", {"networks": plan.table("pruning_comparison")})
