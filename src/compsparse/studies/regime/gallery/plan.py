"""Settings and jobs on the targets, and on new combinations of edits of their parts."""

from typing import Any

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Cell, Collector, Files
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
    files = Files()
    for target in settings.novel_combinations.targets:
        _collect_target(plan, target, settings.novel_combinations, files)
    plan.evaluate(
        "compsparse.studies.regime.gallery.evaluate_novel_combinations",
        files.paths,
        files.labels,
        render="compsparse.studies.regime.gallery.render_novel_combinations",
    )


def _collect_target(
    plan: Collector, target: str, settings: NovelCombinations, files: Files
) -> None:
    """Add the jobs on one target, and their files of combinations."""
    genome = plan.genome(target, "novel_combinations.targets")
    train, recipe = settings.train, plan.networks.recipe
    cell = Cell(NAME, f"{target}-dense", target, train.depth, plan.networks.units)
    dense = plan.dense(cell, train.runs)
    named = cell.with_name(target, "stopped")
    stopped = plan.stopped(named, train.stopped, recipe, {train.stop, 1.0})
    picture = {"target": plan.targets[target]}

    def combine(kind: str, params: dict[str, Any], networks: str = "") -> None:
        changing = ("additive", "composing") if kind == "stopped" else ("additive",)
        path = plan.generate(
            NAME,
            f"{target}-{kind}",
            "compsparse.studies.regime.gallery.generate_combinations",
            {
                **settings.generate.model_dump(),
                **params,
                **worlds.step_params(plan.world, *changing),
            },
            {**picture, "model": networks} if networks else picture,
            sources=None if networks else {"genome": genome},
        )
        files.add("combinations", path, target=target, kind=kind)

    combine("genome", {"runs": train.runs})
    combine("dense", cell.shape, dense)
    combine("stopped", cell.shape, stopped)
