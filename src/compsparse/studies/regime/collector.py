"""How this study generates, trains, prunes and judges: its own part of the collector of jobs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from compsparse.studies.regime import worlds
from compsparse.studies.regime.shared_settings import (
    Networks,
    Recipe,
    Retry,
    Rounds,
    Target,
    units_of_width,
)
from workflow_engine.job_collector import JobCollector

STUDY = "regime"


@dataclass(frozen=True)
class Cell:
    """What one job is about: networks of one shape on one target. Seeds are stacked in a job."""

    experiment: str
    name: str
    target: str
    depth: int
    units: Mapping[str, int]

    @property
    def shape(self) -> dict[str, Any]:
        """Parameters of every step on these networks."""
        return {"depth": self.depth, "units": self.units}

    def with_name(self, *names: str) -> "Cell":
        """Return the cell under another name."""
        return replace(self, name="-".join(names))


class Files:
    """Files that an evaluation reads, by the input's name, and the labels of each."""

    def __init__(self) -> None:
        """Start without files."""
        self.paths: dict[str, list[str]] = {}
        self.labels: dict[str, list[dict[str, Any]]] = {}

    def add(self, name: str, path: str, **labels: Any) -> None:
        """Add a file of an input."""
        self.paths.setdefault(name, []).append(path)
        if labels:
            self.labels.setdefault(name, []).append(labels)


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(
        self,
        root_seed: int,
        scale: str,
        targets: Mapping[str, Target],
        networks: Networks,
        world: worlds.World = "none",
    ) -> None:
        """Start with the jobs that make the targets."""
        super().__init__(STUDY, root_seed, scale)
        self.world = world
        self.networks = networks
        self.targets: dict[str, str] = {}
        self._references: dict[tuple[object, ...], list[tuple[str, str]]] = {}
        self.genomes = {name: t.genome for name, t in targets.items() if t.genome}  # files
        for name, target in targets.items():
            files = target.model_dump(include={"genome", "picture"}, exclude_none=True)
            self.targets[name] = self.generate(
                "targets",
                name,
                "compsparse.studies.regime.targets.generate_target",
                {"drawing": target.drawing} if target.drawing else {},
                sources=files,
            )

    def genome(self, target: str, setting: str) -> str:
        """Return the file of a target's genome; refuse, by the setting, a target without one."""
        if target not in self.genomes:
            raise ValueError(
                f"{setting}: {target!r} has no genome; targets that have one: "
                f"{', '.join(self.genomes) or 'none'}."
            )
        return self.genomes[target]

    def dense(
        self,
        cell: Cell,
        runs: int,
        *,
        recipe: Recipe | None = None,
        retry: Retry | None = None,
        seed_names: Sequence[str] = (),
    ) -> str:
        """Add the training of dense networks and return their path.

        Args:
            recipe: the study's unless given, like ``retry``.
            seed_names: jobs of equal names start from the same weights and draw the same pixels.
        """
        return self.train(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.dense.train_networks",
            {
                **cell.shape,
                "runs": runs,
                "recipe": (recipe or self.networks.recipe).model_dump(),
                "retry": (retry or self.networks.retry).model_dump(),
                **_seeds(seed_names),
            },
            {"target": self.targets[cell.target]},
        )

    def pruned(
        self, cell: Cell, method: str, rounds: Rounds, networks: str, seed_names: Sequence[str] = ()
    ) -> str:
        """Add rounds of pruning, each with training, and return the path of the networks.

        Args:
            seed_names: jobs of equal names draw the same pixels.
        """
        return self.prune(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.pruning.prune_rounds",
            {
                **cell.shape,
                "method": method,
                "weights": rounds.weights,
                "recipe": rounds.recipe.model_dump(),
                **_seeds(seed_names),
                **worlds.pruning_params(self.world, len(rounds.weights)),
                **worlds.step_params(self.world),
            },
            {"model": networks, "target": self.targets[cell.target]},
        )

    def scores(self, cell: Cell, networks: str, sweeps: int | None = None) -> str:
        """Add the judging of all networks of a file and return the path of their scores.

        Args:
            sweeps: the study's unless given.
        """
        return self.generate(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.scores.generate_scores",
            {
                **cell.shape,
                "weights": sweeps or self.networks.sweeps,
                **worlds.step_params(self.world, "coin"),
            },
            {"model": networks, "target": self.targets[cell.target]},
        )

    def solution(self, cell: Cell, genome: str) -> str:
        """Add the embedding of a genome's network in the cell's shape and return its path."""
        return self.generate(
            cell.experiment,
            f"{cell.name}-solution",
            "compsparse.studies.regime.embedding.generate_embedding",
            cell.shape,
            {"target": self.targets[cell.target]},
            sources={"genome": genome},
        )

    def references(self, cell: Cell) -> list[tuple[str, str]]:
        """Add the dense reference networks of the null and return kinds and paths of their scores.

        Kinds are ``stopped``, of the same shape at several updates, and ``width``, narrower, at the
        end of training. They are added once for each target and shape, under the first names asked.
        """
        key = (cell.target, cell.depth, *sorted(cell.units.items()))
        if key in self._references:
            return self._references[key]
        dense, reference = self.networks.recipe, self.networks.reference
        recipe = dense.model_copy(update={"steps": round(reference.longer * dense.steps)})
        stops = {*reference.stops, 1.0}
        found: list[tuple[str, str]] = []
        for kind, suffix, width, kept in (
            ("stopped", "stopped", sum(cell.units.values()), stops),
            *(("width", f"width_{width}", width, {1.0}) for width in reference.widths),
        ):
            narrow = replace(
                cell, name=f"{cell.name}-{suffix}", units=units_of_width(cell.units, width)
            )
            networks = self.stopped(narrow, reference.runs, recipe, kept)
            found.append((kind, self.scores(narrow, networks)))
        self._references[key] = found
        return found

    def stopped(self, cell: Cell, runs: int, recipe: Recipe, stops: set[float]) -> str:
        """Add dense networks that are kept at fractions of the steps and return their path."""
        return self.train(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.dense.train_reference_networks",
            {
                **cell.shape,
                "runs": runs,
                "recipe": recipe.model_dump(),
                "stops": sorted({max(1, round(share * recipe.steps)) for share in stops}),
            },
            {"target": self.targets[cell.target]},
        )

    def add_scores(
        self, files: Files, cell: Cell, networks: str, sweeps: int | None = None, **labels: Any
    ) -> None:
        """Judge networks, and add their scores to what an evaluation reads."""
        files.add("scores", self.scores(cell, networks, sweeps), **labels)

    def add_references(self, files: Files, cell: Cell, **labels: Any) -> None:
        """Add the scores of the cell's reference networks to what an evaluation reads."""
        for kind, path in self.references(cell):
            files.add("references", path, **labels, kind=kind)


def _seeds(names: Sequence[str]) -> dict[str, list[str]]:
    """Return seed names that replace those of the cell."""
    return {"seed_names": list(names)} if names else {}
