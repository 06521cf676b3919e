"""Settings and jobs on one network for several pictures (document 001, Figures 42 to 44)."""

from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Recipe, Seeds
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "several_images"
Selector = Annotated[float, Field(ge=-1, le=1)]


class Painters(StrictModel):
    """Networks of all pictures, and of one each."""

    depth: Positive
    runs: Seeds = Field(description="of the joint networks, and of those of each picture")


class Interpolation(StrictModel):
    """What is shown of a joint network."""

    steps: Annotated[int, Field(ge=2)] = Field(description="values of n from -1 to 1, both shown")


class JointNetworks(StrictModel):
    """One network for several pictures."""

    targets: Annotated[dict[str, Selector], Field(min_length=2)] = Field(
        description="value of the input n by picture"
    )
    train: Painters
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
        name: plan.targets[first if plan.planned_world == "one_picture" else name]
        for name in chosen.targets
    }

    recipe = plan.networks.recipe
    untaught = recipe.model_copy(update={"steps": 1})  # updates
    own = untaught if plan.planned_world == "untrained" else recipe

    def painters(cell: str, names: list[str], recipe: Recipe) -> str:
        params = {
            **shape,
            "n": [chosen.targets[name] for name in names],
            "runs": chosen.train.runs,
            "recipe": recipe.model_dump(),
            "retry": plan.networks.retry.model_dump(),
            # joint and single networks begin at the same weights
            "seed_names": [plan.study, NAME],
            **plan.identity,
        }
        return plan.train(NAME, cell, "painters", params, {"targets": [files[n] for n in names]})

    joint = painters("joint", [*files], recipe)
    singles = [painters(name, [name], own) for name in files]
    values = np.linspace(-1, 1, chosen.evaluate.steps).round(6).tolist()
    plan.evaluate(
        NAME,
        {"targets": [*files.values()], "joint": joint, "singles": singles},
        {
            **shape,
            "targets": [*files],
            "n": [*chosen.targets.values()],
            "between": [n for n in values if n not in chosen.targets.values()],
        },
    )
