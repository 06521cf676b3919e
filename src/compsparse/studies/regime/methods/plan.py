"""Settings and jobs on methods of pruning (document 001, Figures 8 and 30 to 37)."""

from collections.abc import Mapping
from itertools import product
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import STUDY, Cell, Collector, Files
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
    files, networks = Files(), {}  # by target, training and kind
    for target in comparison.targets:
        cell = Cell(NAME, target, target, start.depth, plan.networks.units)
        labels = {"target": target, "depth": start.depth}
        dense = plan.dense(cell, start.runs)
        networks[target, "none", DENSE] = dense
        plan.add_scores(
            files, cell, dense, sweeps, **labels, training="none", kind=DENSE, route=DENSE
        )
        for name, training in comparison.prune.trainings.items():
            for method, (route, weights) in product(
                training.methods, _routes(comparison.prune, target).items()
            ):
                rounds = Rounds(methods=[method], weights=weights, recipe=training.recipe)
                named = cell.with_name(target, name, method, route)
                # all methods and optimizers draw the same pixels
                pruned = plan.pruned(named, method, rounds, dense, (STUDY, NAME, target, "pruned"))
                if route == ROUTE:
                    networks[target, name, method] = pruned
                labels |= {"training": name, "kind": method, "route": route}
                plan.add_scores(files, named, pruned, sweeps, **labels)
        plan.add_references(
            files,
            cell.with_name(target, f"depth_{start.depth}"),
            target=target,
            depth=start.depth,
        )
    plan.evaluate(
        "compsparse.studies.regime.methods.evaluate_pruning_comparison",
        files.paths,
        {
            **files.labels,
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
    maps = {DENSE: networks[shown.target, "none", DENSE]} | {
        method: networks[shown.target, shown.training, method]
        for method in SIMILARITY
        if (shown.target, shown.training, method) in networks
    }
    case = {"target": shown.target, "training": shown.training}
    plan.evaluate(
        "compsparse.studies.regime.methods.evaluate_pruned_maps",
        {"networks": list(maps.values()), "scores": plan.table(NAME)},
        {
            "depth": start.depth,
            "units": plan.networks.units,
            **case,
            "kinds": list(maps),
            "units_shown": shown.units,
        },
        render="compsparse.studies.regime.methods.render_pruned_maps",
        render_params=case,
    )


def _routes(pruning: Pruning, target: str) -> Mapping[str, list[int]]:
    """Return the counts of each series of rounds that starts from dense networks."""
    return {ROUTE: pruning.weights, OWN_COUNT: [pruning.own_counts[target]]}
