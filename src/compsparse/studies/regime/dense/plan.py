"""Settings and jobs on optimizers (document 001, Figures 13 and 38 to 41)."""

from typing import Annotated, Literal

from pydantic import Field

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Depth, Recipe, Runs
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "optimizers"
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


class Experiment(StrictModel):
    """The only experiment."""

    train: Trainings


class OptimizersTheme(StrictModel):
    """The theme's experiments."""

    optimizers: Experiment


def collect(plan: Collector, settings: OptimizersTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.optimizers.train
    paths, labels = [], []
    for name, (optimizer, iterations) in OPTIMIZERS.items():
        for number, rate in enumerate(given.rates):
            cell = plan.cell(NAME, f"{name}-rate_{number}", given.depth, given.runs)
            recipe = Recipe(
                optimizer=optimizer,
                rate=rate,
                final_rate=rate,
                steps=given.steps,
                pixels=given.pixels,
                newton_schulz=iterations,
            )
            names = [plan.study, NAME, "networks"]  # all begin alike
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
