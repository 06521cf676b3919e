"""Settings and jobs on methods of pruning (document 001, Figures 8 and 30 to 37)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import STUDY, Collector, LabelledFiles
from compsparse.studies.regime.scores.levels import DENSE, OWN_COUNT, SIMILARITY
from compsparse.studies.regime.shared_settings import (
    DenseNetworks,
    Evaluated,
    Judging,
    Optimizer,
    Rounds,
    Targets,
    Trainings,
)
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "pruning_comparison"
ROUTE = "rounds"  # of pruning to the document's counts; the other route goes to the genome's count


class Pruning(StrictModel):
    """Two rounds to counts of the document, and one round to the count of the genome itself."""

    weights: Annotated[list[Positive], Field(min_length=2, max_length=2)] = Field(
        description="live weights after each round, decreasing"
    )
    own_counts: dict[str, Positive] = Field(
        description="by target: weights of its layered genome, copies included"
    )
    trainings: Trainings


class PruningComparison(StrictModel):
    """One depth, some of the targets, all methods, several optimizers."""

    targets: Targets
    train: DenseNetworks
    prune: Pruning
    generate: Judging

    @model_validator(mode="after")
    def _counted(self) -> "PruningComparison":
        unknown = [name for name in self.targets if name not in self.prune.own_counts]
        if unknown:
            raise ValueError(f"own_counts for each target; there is none for {unknown[0]!r}")
        return self


class ShownMaps(StrictModel):
    """Networks whose maps are shown: dense and after each round of pruning by similarity."""

    target: str
    training: Optimizer
    units: Positive = Field(description="shown of each layer, at most")


class Methods(StrictModel):
    """The experiments on methods of pruning."""

    pruning_comparison: PruningComparison
    pruned_maps: Evaluated[ShownMaps]

    @model_validator(mode="after")
    def _shown_are_pruned(self) -> "Methods":
        shown, trainings = self.pruned_maps.evaluate, self.pruning_comparison.prune.trainings
        pruning = [
            name
            for name, training in trainings.items()
            if not set(SIMILARITY).isdisjoint(training.methods)
        ]
        if shown.target not in self.pruning_comparison.targets or shown.training not in pruning:
            raise ValueError(
                f"pruned_maps shows a target among {self.pruning_comparison.targets} and a "
                f"training among {pruning}, which prune by similarity; not {shown.target!r} and "
                f"{shown.training!r}"
            )
        return self


def collect(plan: Collector, settings: Methods) -> None:
    """Add the jobs of this theme."""
    comparison = settings.pruning_comparison
    start, sweeps = comparison.train, comparison.generate.sweeps
    shape = {"depth": start.depth, "units": plan.networks.units}
    scores, references = LabelledFiles(), LabelledFiles()
    networks: dict[tuple[str, str, str], str] = {}  # by target, training and kind
    for target in comparison.targets:
        labels = {"target": target, "depth": start.depth}
        dense = plan.dense(NAME, target, target, shape, start.runs)
        networks[target, "none", DENSE] = dense
        judged = plan.scores(NAME, target, target, shape, dense, sweeps=sweeps)
        scores.add(judged, **labels, training="none", kind=DENSE, route=DENSE)
        for name, training in comparison.prune.trainings.items():
            for method in training.methods:
                for route, weights in _routes(comparison.prune, target).items():
                    cell = f"{target}-{name}-{method}-{route}"
                    rounds = Rounds(methods=[method], weights=weights, recipe=training.recipe)
                    # all methods and optimizers draw the same pixels
                    seeds = (STUDY, NAME, target, "pruned")
                    pruned = plan.pruned(
                        NAME, cell, target, shape, method, rounds, dense, seed_names=seeds
                    )
                    if route == ROUTE:
                        networks[target, name, method] = pruned
                    judged = plan.scores(NAME, cell, target, shape, pruned, sweeps=sweeps)
                    scores.add(judged, **labels, training=name, kind=method, route=route)
        cell = f"{target}-depth_{start.depth}"
        for kind, path in plan.references(NAME, cell, target, start.depth, plan.networks.units):
            references.add(path, **labels, kind=kind)
    plan.evaluate(
        "compsparse.studies.regime.methods.evaluate_pruning_comparison",
        {"scores": scores.paths, "references": references.paths},
        {
            "scores": scores.labels,
            "references": references.labels,
            "weights": comparison.prune.weights,
            "own_counts": {name: comparison.prune.own_counts[name] for name in comparison.targets},
        },
        render="compsparse.studies.regime.methods.render_pruning_comparison",
    )
    # pruned networks are compared with dense ones of the same optimizer
    plan.evaluate(
        "compsparse.studies.regime.methods.evaluate_orthogonality",
        {"networks": plan.table(NAME)},
        {"training": plan.networks.recipe.optimizer},
        render="compsparse.studies.regime.methods.render_orthogonality",
    )
    shown = settings.pruned_maps.evaluate
    files = {DENSE: networks[shown.target, "none", DENSE]} | {
        method: networks[shown.target, shown.training, method]
        for method in SIMILARITY
        if (shown.target, shown.training, method) in networks
    }
    case = {"target": shown.target, "training": shown.training}
    plan.evaluate(
        "compsparse.studies.regime.methods.evaluate_pruned_maps",
        {"networks": list(files.values()), "scores": plan.table(NAME)},
        {**shape, **case, "kinds": list(files), "units_shown": shown.units},
        render="compsparse.studies.regime.methods.render_pruned_maps",
        render_params=case,
    )


def _routes(pruning: Pruning, target: str) -> Mapping[str, list[int]]:
    """Return the counts of each series of rounds that starts from dense networks."""
    return {ROUTE: pruning.weights, OWN_COUNT: [pruning.own_counts[target]]}
