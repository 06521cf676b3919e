"""Settings and jobs on methods of pruning (document 001, Figures 8 and 30 to 37)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import STUDY, Collector
from compsparse.studies.regime.scores.levels import DENSE, OWN_COUNT, SIMILARITY
from compsparse.studies.regime.shared_settings import Judging, Method, Recipe, Rounds, Seeds
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "pruning_comparison"
ROUTE = "rounds"  # of pruning to the document's counts; the other one goes to the genome's count
Optimizer = Literal["adam", "muon", "muon_20"]  # named in kinds.OPTIMIZERS


class Start(StrictModel):
    """The dense networks that all methods prune."""

    depth: Positive
    runs: Seeds = Field(description="of each target")


class Training(StrictModel):
    """Methods that prune, and what trains the networks after each round."""

    methods: Annotated[list[Method], Field(min_length=1), Distinct]
    recipe: Recipe


class Pruning(StrictModel):
    """Two rounds to counts of the document, and one round to the count of the genome itself."""

    weights: Annotated[list[Positive], Field(min_length=2, max_length=2)] = Field(
        description="live weights after each round, decreasing"
    )
    own_counts: dict[str, Positive] = Field(
        description="by target: weights of its layered genome, copies included"
    )
    trainings: Annotated[dict[Optimizer, Training], Field(min_length=1)] = Field(
        description="by the optimizer's name"
    )


class PruningComparison(StrictModel):
    """One depth, some of the targets, all methods, several optimizers."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
    train: Start
    prune: Pruning
    generate: Judging

    @model_validator(mode="after")
    def _counted(self) -> "PruningComparison":
        unknown = [name for name in self.targets if name not in self.prune.own_counts]
        if unknown:
            raise ValueError(f"own_counts for each target; there is none for {unknown[0]!r}")
        return self


class ShownMaps(StrictModel):
    """Whose maps are shown."""

    target: str
    training: Optimizer
    units: Positive = Field(description="shown of each layer, at most")


class PrunedMaps(StrictModel):
    """Maps of hidden units, dense and after each round of similarity-based pruning."""

    evaluate: ShownMaps


class Methods(StrictModel):
    """The experiments on methods of pruning."""

    pruning_comparison: PruningComparison
    pruned_maps: PrunedMaps

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
    scores: list[tuple[dict[str, object], str]] = []
    references: list[tuple[dict[str, object], str]] = []
    networks: dict[tuple[str, str, str], str] = {}  # by target, training and kind
    for target in comparison.targets:
        place = {"target": target, "depth": start.depth}
        dense = plan.dense(NAME, target, target, shape, start.runs)
        networks[target, "none", DENSE] = dense
        judged = plan.scores(NAME, target, target, shape, dense, sweeps=sweeps)
        scores.append(({**place, "training": "none", "kind": DENSE, "route": DENSE}, judged))
        for name, training in comparison.prune.trainings.items():
            for method in training.methods:
                for route, weights in _routes(comparison.prune, target).items():
                    cell = f"{target}-{name}-{method}-{route}"
                    rounds = Rounds(methods=[method], weights=weights, recipe=training.recipe)
                    # methods and optimizers meet the same pixels, so that they differ by themselves
                    pruned = plan.pruned(
                        NAME,
                        cell,
                        target,
                        shape,
                        method,
                        rounds,
                        dense,
                        seed_names=(STUDY, NAME, target, "pruned"),
                    )
                    if route == ROUTE:
                        networks[target, name, method] = pruned
                    judged = plan.scores(NAME, cell, target, shape, pruned, sweeps=sweeps)
                    labels = {**place, "training": name, "kind": method, "route": route}
                    scores.append((labels, judged))
        cell = f"{target}-depth_{start.depth}"
        found = plan.references(NAME, cell, target, start.depth, plan.networks.units)
        for kind, path in found.items():
            references.append(({**place, "kind": kind.partition("_")[0]}, path))
    read = {"scores": scores, "references": references}
    plan.evaluate(
        NAME,
        {name: [path for _, path in files] for name, files in read.items()},
        {
            **{name: [labels for labels, _ in files] for name, files in read.items()},
            "weights": comparison.prune.weights,
            "own_counts": {name: comparison.prune.own_counts[name] for name in comparison.targets},
        },
    )
    # pruned networks are held against dense ones of the same optimizer
    plan.evaluate(
        "orthogonality",
        {"networks": plan.table(NAME)},
        {"training": plan.networks.recipe.optimizer},
    )
    shown = settings.pruned_maps.evaluate
    files = {DENSE: networks[shown.target, "none", DENSE]} | {
        method: networks[shown.target, shown.training, method]
        for method in SIMILARITY
        if (shown.target, shown.training, method) in networks
    }
    of = {"target": shown.target, "training": shown.training}
    plan.evaluate(
        "pruned_maps",
        {"networks": list(files.values()), "scores": plan.table(NAME)},
        {**shape, **of, "kinds": list(files), "units_shown": shown.units},
        render_params=of,
    )


def _routes(pruning: Pruning, target: str) -> Mapping[str, list[int]]:
    """Return the counts of each series of rounds that starts from dense networks."""
    return {ROUTE: pruning.weights, OWN_COUNT: [pruning.own_counts[target]]}
