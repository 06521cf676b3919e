"""Settings and jobs on the predicted depth (document 001, Figures 4, 5 and 24 to 29).

A plan reads no pictures: the depth that each one predicts stands in the settings, and the
evaluation refuses one that does not follow from the picture.
"""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Heuristic, Judging, Recipe, Rounds, Seeds
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "prediction"


class DenseNetworks(StrictModel):
    """Dense networks of each target and depth."""

    runs: Seeds = Field(description="seeds of each target and depth")
    recipe: Recipe


class Targets(StrictModel):
    """Targets at the predicted depth, and so many layers to either side."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
    depths: dict[str, Positive] = Field(description="by target: as its complexity predicts it")
    apart: Positive = Field(description="layers to either side")
    nulls: bool = Field(description="whether dense networks of the same error are trained, too")
    train: DenseNetworks
    prune: Rounds
    generate: Judging
    evaluate: Heuristic

    @model_validator(mode="after")
    def _planned(self) -> "Targets":
        for name in self.targets:
            if name not in self.depths:
                raise ValueError(
                    f"depths for each target; there is none for {name!r}. Write {name}: "
                    f"{self.evaluate.shallowest}; the evaluation says so if it is another one"
                )
            if self.depths[name] <= self.apart:
                raise ValueError(
                    f"depths of more than {self.apart}, the layers to either side; not {name}: "
                    f"{self.depths[name]}"
                )
        return self


class Prediction(StrictModel):
    """The experiments of this theme."""

    prediction: Targets


def collect(plan: Collector, settings: Prediction) -> None:
    """Add the jobs of this theme."""
    chosen, units = settings.prediction, plan.networks.units
    heuristic = chosen.evaluate.model_dump()
    grid = {name: heuristic[name] for name in ("shallowest", "deepest")}
    complexities = {"complexities": plan.table("targets")}
    plan.evaluate(
        "depth_prediction",
        {**complexities, "peaks": plan.table("depth_peak")},
        heuristic,
        render_params=grid,
    )
    scores: list[tuple[dict[str, object], str]] = []
    references: list[tuple[dict[str, object], str]] = []
    for target in chosen.targets:
        for offset in (-chosen.apart, 0, chosen.apart):
            depth = chosen.depths[target] + offset
            shape, cell = {"depth": depth, "units": units}, f"{target}-depth_{depth}"
            place = {"target": target, "depth": depth, "offset": offset}
            train = chosen.train
            dense = plan.dense(NAME, cell, target, shape, train.runs, recipe=train.recipe)
            networks = {"dense": (cell, dense)}
            for method in chosen.prune.methods:
                name = f"{cell}-{method}"
                pruned = plan.pruned(NAME, name, target, shape, method, chosen.prune, dense)
                networks[method] = (name, pruned)
            for kind, (name, path) in networks.items():
                judged = plan.scores(NAME, name, target, shape, path, sweeps=chosen.generate.sweeps)
                scores.append(({**place, "kind": kind}, judged))
            if chosen.nulls:
                for kind, path in plan.references(NAME, cell, target, depth, units).items():
                    references.append(({**place, "kind": kind.partition("_")[0]}, path))
    read = {"scores": scores} | ({"references": references} if references else {})
    plan.evaluate(
        "outside_targets",
        {**complexities, **{name: [path for _, path in files] for name, files in read.items()}},
        {
            **{name: [labels for labels, _ in files] for name, files in read.items()},
            "depths": {name: chosen.depths[name] for name in chosen.targets},
            **heuristic,
        },
    )
