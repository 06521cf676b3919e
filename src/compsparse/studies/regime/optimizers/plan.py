"""Settings and jobs on optimizers (document 001, Figures 13, 18 to 23 and 38 to 41).

Their influence on pruned networks is evaluated on the comparison of methods, where several
optimizers train the same pruned networks.
"""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import STUDY, Cell, Collector, Files
from compsparse.studies.regime.optimizers.rate_name import rate_name
from compsparse.studies.regime.shared_settings import DenseNetworks, Recipe, Targets
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "optimizers"
# optimizer and Newton-Schulz steps, by the names of the figures
KINDS = {"adam": ("adam", 5), "muon": ("muon", 5), "muon_20": ("muon", 20)}


class LearningRates(DenseNetworks):
    """Dense networks trained by every optimizer at constant learning rates, from equal starts."""

    rates: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    steps: Positive
    pixels: Annotated[int, Field(ge=0)] = Field(description="per step; 0: the whole image")


class LossCurves(StrictModel):
    """The loss of every optimizer at several learning rates."""

    targets: Targets
    train: LearningRates


class Optimizers(StrictModel):
    """The experiments on optimizers."""

    optimizers: LossCurves


def collect(plan: Collector, settings: Optimizers) -> None:
    """Add the jobs of this theme."""
    train = settings.optimizers.train
    # a learning rate at which nothing is learned is a finding: no restarts
    retry = plan.networks.retry.model_copy(update={"retries": 0})
    files = Files()
    for target in settings.optimizers.targets:
        for kind, planned in KINDS.items():
            optimizer, newton_schulz = KINDS["adam"] if plan.world == "one_optimizer" else planned
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
                name = f"{target}-{kind}-rate_{rate_name(rate)}"
                cell = Cell(NAME, name, target, train.depth, plan.networks.units)
                seeds = (STUDY, NAME, target)
                networks = plan.dense(
                    cell, train.runs, recipe=recipe, retry=retry, seed_names=seeds
                )
                files.add("networks", networks, target=target, optimizer=kind, rate=rate)
    plan.evaluate(
        "compsparse.studies.regime.optimizers.evaluate_optimizers",
        files.paths,
        files.labels,
        render="compsparse.studies.regime.optimizers.render_optimizers",
    )
    plan.evaluate(
        "compsparse.studies.regime.optimizers.evaluate_optimizer_influence",
        {"networks": plan.table("pruning_comparison")},
        render="compsparse.studies.regime.optimizers.render_optimizer_influence",
    )
