"""Settings and jobs on the predicted depth (document 001, Figures 4, 5 and 24 to 29).

A plan reads no pictures: the depth that each predicts is given in the settings, and the
evaluation refuses one that does not follow from the picture.
"""

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Cell, Collector, Files
from compsparse.studies.regime.shared_settings import (
    Heuristic,
    Judging,
    Recipe,
    Rounds,
    Seeds,
    Targets,
)
from workflow_engine.configuration.values import Positive, StrictModel
from workflow_engine.validation.printable import printable

NAME = "prediction"


class TrainedNetworks(StrictModel):
    """Dense networks of each target and depth."""

    runs: Seeds = Field(description="seeds of each target and depth")
    recipe: Recipe


class PredictedDepths(StrictModel):
    """Targets at the predicted depth, and ``apart`` layers to either side."""

    targets: Targets
    depths: dict[str, Positive] = Field(description="by target: as its complexity predicts it")
    apart: Positive = Field(description="layers to either side")
    nulls: bool = Field(description="whether reference networks are trained, too")
    train: TrainedNetworks
    prune: Rounds
    generate: Judging
    evaluate: Heuristic

    @model_validator(mode="after")
    def _planned(self) -> "PredictedDepths":
        for name in self.targets:
            if name not in self.depths:
                raise ValueError(
                    f"depths for each target; there is none for {name!r}. Write {printable(name)}: "
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

    prediction: PredictedDepths


def collect(plan: Collector, settings: Prediction) -> None:
    """Add the jobs of this theme."""
    chosen = settings.prediction
    heuristic = chosen.evaluate.model_dump()
    complexities = {"complexities": plan.table("targets")}
    plan.evaluate(
        "compsparse.studies.regime.prediction.evaluate_depth_prediction",
        {**complexities, "peaks": plan.table("depth_peak")},
        heuristic,
        render="compsparse.studies.regime.prediction.render_depth_prediction",
        render_params={name: heuristic[name] for name in ("shallowest", "deepest")},
        headline=False,
    )
    files, train = Files(), chosen.train
    for target in chosen.targets:
        for offset in (-chosen.apart, 0, chosen.apart):
            depth = chosen.depths[target] + offset
            cell = Cell(NAME, f"{target}-depth_{depth}", target, depth, plan.networks.units)
            labels = {"target": target, "depth": depth, "offset": offset}
            dense = plan.dense(cell, train.runs, recipe=train.recipe)
            networks = {"dense": (cell, dense)}
            for method in chosen.prune.methods:
                named = cell.with_name(cell.name, method)
                networks[method] = (named, plan.pruned(named, method, chosen.prune, dense))
            for kind, (named, path) in networks.items():
                plan.add_scores(files, named, path, chosen.generate.sweeps, **labels, kind=kind)
            if chosen.nulls:
                plan.add_references(files, cell, **labels)
    plan.evaluate(
        "compsparse.studies.regime.prediction.evaluate_outside_targets",
        {**complexities, **files.paths},
        {
            **files.labels,
            "depths": {name: chosen.depths[name] for name in chosen.targets},
            **heuristic,
        },
        render="compsparse.studies.regime.prediction.render_outside_targets",
    )
