"""Settings and jobs on the targets, and on new combinations of edits of their parts."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Seeds
from workflow_engine.configuration.values import Distinct, Positive, Share, StrictModel

NAME = "novel_combinations"


class DenseNetworks(StrictModel):
    """Dense networks, and others that are stopped early."""

    depth: Positive
    runs: Seeds = Field(description="seeds of each target")
    stopped: Seeds = Field(description="further seeds, looked at on the way")
    stop: Share = Field(description="of the steps, at which these are looked at besides the end")


class Combinations(StrictModel):
    """Pairs of edits of different parts."""

    weights: Positive = Field(description="of a network that are changed, each up and down")
    pairs: Positive = Field(description="of changes, of a network")


class NovelCombinations(StrictModel):
    """Edits of two parts together, in genomes and in dense networks."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
    train: DenseNetworks
    generate: Combinations


class Gallery(StrictModel):
    """The experiment of this theme; the gallery of targets has no settings."""

    novel_combinations: NovelCombinations


def collect(plan: Collector, settings: Gallery) -> None:
    """Add the jobs of this theme."""
    plan.evaluate(
        "targets",
        {"targets": list(plan.targets.values())},
        {"targets": list(plan.targets)},
        sources={f"genome_{name}": path for name, path in plan.genomes.items()},
    )
    chosen = settings.novel_combinations
    files = [
        (labels, path)
        for target in chosen.targets
        for labels, path in _combinations(plan, target, chosen)
    ]
    plan.evaluate(
        NAME,
        {"combinations": [path for _, path in files]},
        {"combinations": [labels for labels, _ in files]},
    )


def _combinations(
    plan: Collector, target: str, settings: NovelCombinations
) -> list[tuple[dict[str, str], str]]:
    """Add the jobs on one target; return what the files of combinations are about."""
    if target not in plan.genomes:
        raise ValueError(
            f"novel_combinations.targets: {target!r} has no genome, whose parts could be edited; "
            f"allowed: {', '.join(plan.genomes) or 'none of the targets'}."
        )
    train, edits = settings.train, settings.generate.model_dump()
    shape = {"depth": train.depth, "units": plan.networks.units}
    recipe = plan.networks.recipe
    stopped = {
        **shape,
        "runs": train.stopped,
        "recipe": recipe.model_dump(),
        "stops": [max(1, round(train.stop * recipe.steps)), recipe.steps],
    }
    seen, world = {"target": plan.targets[target]}, worlds.of_combinations(plan.world)
    networks = {
        "dense": plan.dense(NAME, f"{target}-dense", target, shape, train.runs),
        "stopped": plan.train(NAME, f"{target}-stopped", "dense.reference_networks", stopped, seen),
    }
    genome = plan.generate(
        NAME,
        f"{target}-genome",
        "combinations",
        {**edits, "runs": train.runs, **world},
        seen,
        sources={"genome": plan.genomes[target]},
    )
    files = [({"target": target, "kind": "genome"}, genome)]
    for kind, path in networks.items():
        found = plan.generate(
            NAME,
            f"{target}-{kind}",
            "combinations",
            {**edits, **shape, **world, **_of_kind(plan, kind)},
            {**seen, "model": path},
        )
        files.append(({"target": target, "kind": kind}, found))
    return files


def _of_kind(plan: Collector, kind: str) -> dict[str, str]:
    """Return what a world adds that speaks of networks looked at on the way only."""
    composing = kind == "stopped" and plan.planned_world == "composing"
    return {"world": "composing"} if composing else {}
