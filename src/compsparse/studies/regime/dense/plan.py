"""Settings and jobs on dense networks: optimizers, and several pictures in one network.

Document 001, Figures 13 and 38 to 41, and Figures 42 to 44.
"""

from typing import Annotated, Literal

from pydantic import Field

from compsparse.studies.regime.collector import Collector, Depth, Recipe, Runs
from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    StrictModel,
)

OPTIMIZERS: dict[str, tuple[Literal["adam", "muon"], int]] = {
    "adam": ("adam", 5),
    "muon": ("muon", 5),
    "muon_20": ("muon", 20),
}


class Trainings(StrictModel):
    """Dense networks at constant rates."""

    depth: Depth
    runs: Runs
    rates: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    steps: Positive
    pixels: Positive = Field(description="of a step")


class Optimizers(StrictModel):
    """The experiment on optimizers."""

    train: Trainings


class Several(StrictModel):
    """Pictures that a further input selects."""

    depth: Depth
    runs: Runs
    selectors: Annotated[list[float], Field(min_length=2), Distinct]


class SeveralImages(StrictModel):
    """The experiment on several pictures."""

    train: Several


class DenseTheme(StrictModel):
    """The theme's experiments."""

    optimizers: Optimizers
    several_images: SeveralImages


def collect(plan: Collector, settings: DenseTheme) -> None:
    """Add the jobs of this theme."""
    _optimizers(plan, settings.optimizers.train)
    _several_images(plan, settings.several_images.train)


def _optimizers(plan: Collector, given: Trainings) -> None:
    paths, labels = [], []
    for name, (optimizer, iterations) in OPTIMIZERS.items():
        for number, rate in enumerate(given.rates):
            cell = plan.cell("optimizers", f"{name}-rate_{number}", given.depth, given.runs)
            recipe = Recipe(
                optimizer=optimizer,
                rate=rate,
                final_rate=rate,
                steps=given.steps,
                pixels=given.pixels,
                newton_schulz=iterations,
            )
            names = [plan.study, "optimizers", "networks"]  # all begin alike
            # the loss is told since the stop before: that of the last tenth of the steps
            paths.append(plan.dense(cell, recipe, seed_names=names, stops=[0.9]))
            labels.append({"optimizer": name, "rate": rate})
    plan.evaluate(
        "compsparse.studies.regime.dense.evaluate_optimizers",
        {"models": paths},
        {"labels": labels},
        render="compsparse.studies.regime.dense.render_optimizers",
        render_params={"steps": given.steps},
    )


def _several_images(plan: Collector, given: Several) -> None:
    cell = plan.cell("several_images", "all", given.depth, given.runs)
    models = plan.train(
        cell.experiment,
        cell.name,
        "compsparse.studies.regime.dense.train_painters",
        {
            **cell.shape,
            "selectors": given.selectors,
            "recipe": plan.networks.recipe.model_dump(),
        },
        {"targets": list(cell.targets)},
    )
    plan.evaluate(
        "compsparse.studies.regime.dense.evaluate_several_images",
        {"model": models},
        {"paints": plan.networks.sweeps.paints},
        render="compsparse.studies.regime.dense.render_several_images",
        render_params={"paints": plan.networks.sweeps.paints},
    )
