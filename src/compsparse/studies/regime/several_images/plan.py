"""Settings and jobs on several pictures in one network (document 001, Figures 42 to 44)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Depth, Runs
from compsparse.studies.regime.worlds import touched
from workflow_engine.configuration.values import Distinct, StrictModel

NAME = "several_images"


class Several(StrictModel):
    """Pictures that a further input selects."""

    depth: Depth
    runs: Runs
    selectors: Annotated[list[float], Field(min_length=2), Distinct]


class Experiment(StrictModel):
    """The only experiment."""

    train: Several


class SeveralImagesTheme(StrictModel):
    """The theme's experiments."""

    several_images: Experiment


def collect(plan: Collector, settings: SeveralImagesTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.several_images.train
    cell = plan.cell(NAME, "all", given.depth, given.runs)
    params = {
        **cell.shape,
        "selectors": given.selectors,
        "recipe": plan.networks.recipe.model_dump(),
    }
    models = plan.train(
        NAME,
        "all",
        "compsparse.studies.regime.several_images.train_painters",
        {**params, **touched(plan.world)},
        {"targets": list(cell.targets)},
    )
    plan.evaluate(
        "compsparse.studies.regime.several_images.evaluate_several_images",
        {"model": models},
        {"paints": plan.networks.sweeps.paints},
        render="compsparse.studies.regime.several_images.render_several_images",
    )
