"""Settings and jobs on the targets, and on new combinations of edits of their parts."""

from typing import Any

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector, LabelledFiles
from compsparse.studies.regime.shared_settings import DenseNetworks, Seeds, Targets
from workflow_engine.configuration.values import Positive, Share, StrictModel

NAME = "novel_combinations"


class StoppedNetworks(DenseNetworks):
    """Dense networks, and others that are kept at several updates."""

    stopped: Seeds = Field(description="further seeds, kept at ``stop`` and at the end")
    stop: Share = Field(description="fraction of the steps")


class Combinations(StrictModel):
    """Pairs of edits of different parts."""

    weights: Positive = Field(description="of a network that are changed, each up and down")
    pairs: Positive = Field(description="of changes, of a network")


class NovelCombinations(StrictModel):
    """Edits of two parts together, in genomes and in dense networks."""

    targets: Targets
    train: StoppedNetworks
    generate: Combinations


class Gallery(StrictModel):
    """The experiment of this theme; the gallery of targets has no settings."""

    novel_combinations: NovelCombinations


def collect(plan: Collector, settings: Gallery) -> None:
    """Add the jobs of this theme."""
    plan.evaluate(
        "compsparse.studies.regime.gallery.evaluate_targets",
        {"targets": list(plan.targets.values())},
        {"targets": list(plan.targets)},
        render="compsparse.studies.regime.gallery.render_targets",
        sources={f"genome_{name}": path for name, path in plan.genomes.items()},
    )
    files = LabelledFiles()
    for target in settings.novel_combinations.targets:
        _collect_target(plan, target, settings.novel_combinations, files)
    plan.evaluate(
        "compsparse.studies.regime.gallery.evaluate_novel_combinations",
        {"combinations": files.paths},
        {"combinations": files.labels},
        render="compsparse.studies.regime.gallery.render_novel_combinations",
    )


def _collect_target(
    plan: Collector, target: str, settings: NovelCombinations, files: LabelledFiles
) -> None:
    """Add the jobs on one target, and their files of combinations."""
    if target not in plan.genomes:
        raise ValueError(
            f"novel_combinations.targets: {target!r} has no genome, whose parts could be edited; "
            f"allowed: {', '.join(plan.genomes) or 'none of the targets'}."
        )
    train, edits = settings.train, settings.generate.model_dump()
    shape = {"depth": train.depth, "units": plan.networks.units}
    recipe = plan.networks.recipe
    picture = {"target": plan.targets[target]}
    dense = plan.dense(NAME, f"{target}-dense", target, shape, train.runs)
    stopped = plan.train(
        NAME,
        f"{target}-stopped",
        "compsparse.studies.regime.dense.train_reference_networks",
        {
            **shape,
            "runs": train.stopped,
            "recipe": recipe.model_dump(),
            "stops": [max(1, round(train.stop * recipe.steps)), recipe.steps],
        },
        picture,
    )
    genome = {"genome": plan.genomes[target]}

    def combine(kind: str, params: dict[str, Any], networks: str = "") -> None:
        changing = ("additive", "composing") if kind == "stopped" else ("additive",)
        path = plan.generate(
            NAME,
            f"{target}-{kind}",
            "compsparse.studies.regime.gallery.generate_combinations",
            {**edits, **params, **worlds.step_params(plan.world, *changing)},
            {**picture, "model": networks} if networks else picture,
            sources=None if networks else genome,
        )
        files.add(path, target=target, kind=kind)

    combine("genome", {"runs": train.runs})
    combine("dense", shape, dense)
    combine("stopped", shape, stopped)
