"""Settings and jobs on one network for several pictures (document 001, Figures 42 to 44)."""

from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import DenseNetworks, Recipe
from workflow_engine.configuration.values import StrictModel

NAME = "several_images"
Selector = Annotated[float, Field(ge=-1, le=1)]


class Interpolation(StrictModel):
    """What is shown of a joint network."""

    steps: Annotated[int, Field(ge=2)] = Field(description="values of n from -1 to 1, both shown")


class JointNetworks(StrictModel):
    """One network for several pictures."""

    targets: Annotated[dict[str, Selector], Field(min_length=2)] = Field(
        description="value of the input n by picture"
    )
    train: DenseNetworks = Field(description="of all pictures, and of each picture alone")
    evaluate: Interpolation

    @model_validator(mode="after")
    def _told_apart(self) -> "JointNetworks":
        if len(set(self.targets.values())) < len(self.targets):
            raise ValueError(f"another n for each picture, not {self.targets}")
        return self


class SeveralImages(StrictModel):
    """The experiment of this theme."""

    several_images: JointNetworks


def collect(plan: Collector, settings: SeveralImages) -> None:
    """Add the jobs of this theme."""
    chosen = settings.several_images
    unknown = [name for name in chosen.targets if name not in plan.targets]
    if unknown:
        raise ValueError(
            f"several_images.targets: {unknown[0]!r} is none of the targets; allowed: "
            f"{', '.join(plan.targets)}."
        )
    shape = {"depth": chosen.train.depth, "units": plan.networks.units}
    first, *_ = chosen.targets
    files = {
        name: plan.targets[first if plan.world == "one_picture" else name]
        for name in chosen.targets
    }
    recipe = plan.networks.recipe
    single_steps = 1 if plan.world == "untrained" else recipe.steps
    single_recipe = recipe.model_copy(update={"steps": single_steps})

    def train(cell: str, names: list[str], recipe: Recipe) -> str:
        return plan.train(
            NAME,
            cell,
            "compsparse.studies.regime.several_images.train_painters",
            {
                **shape,
                "n": [chosen.targets[name] for name in names],
                "runs": chosen.train.runs,
                "recipe": recipe.model_dump(),
                "retry": plan.networks.retry.model_dump(),
                # joint and single networks start from the same weights
                "seed_names": [plan.study, NAME],
                **worlds.step_params(plan.world),
            },
            {"targets": [files[name] for name in names]},
        )

    joint = train("joint", [*files], recipe)
    singles = [train(name, [name], single_recipe) for name in files]
    values = np.linspace(-1, 1, chosen.evaluate.steps).round(6).tolist()
    plan.evaluate(
        "compsparse.studies.regime.several_images.evaluate_several_images",
        {"targets": [*files.values()], "joint": joint, "singles": singles},
        {
            **shape,
            "targets": [*files],
            "n": [*chosen.targets.values()],
            "between": [n for n in values if n not in chosen.targets.values()],
        },
        render="compsparse.studies.regime.several_images.render_several_images",
    )
