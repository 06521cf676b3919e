"""How this study generates, trains, prunes and judges: its own part of the collector of jobs.

A cell is what one job is about: a target, a depth, a method. Seeds are stacked inside a job.
"""

from collections.abc import Mapping, Sequence
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
Shape = Mapping[str, Any]  # depth and units


class LabelledFiles:
    """Files that an evaluation reads, and the labels of each."""

    def __init__(self) -> None:
        """Start without files."""
        self.paths: list[str] = []
        self.labels: list[dict[str, Any]] = []

    def add(self, path: str, **labels: Any) -> None:
        """Add a file."""
        self.paths.append(path)
        self.labels.append(labels)


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

    def dense(
        self,
        experiment: str,
        cell: str,
        target: str,
        shape: Shape,
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
            experiment,
            cell,
            "compsparse.studies.regime.dense.train_networks",
            {
                **shape,
                "runs": runs,
                "recipe": (recipe or self.networks.recipe).model_dump(),
                "retry": (retry or self.networks.retry).model_dump(),
                **_seeds(seed_names),
            },
            {"target": self.targets[target]},
        )

    def pruned(
        self,
        experiment: str,
        cell: str,
        target: str,
        shape: Shape,
        method: str,
        rounds: Rounds,
        networks: str,
        *,
        seed_names: Sequence[str] = (),
    ) -> str:
        """Add rounds of pruning, each with training, and return the path of the networks.

        Args:
            seed_names: jobs of equal names draw the same pixels.
        """
        return self.prune(
            experiment,
            cell,
            "compsparse.studies.regime.pruning.prune_rounds",
            {
                **shape,
                "method": method,
                "weights": rounds.weights,
                "recipe": rounds.recipe.model_dump(),
                **_seeds(seed_names),
                **worlds.pruning_params(self.world, len(rounds.weights)),
                **worlds.step_params(self.world),
            },
            {"model": networks, "target": self.targets[target]},
        )

    def scores(
        self,
        experiment: str,
        cell: str,
        target: str,
        shape: Shape,
        networks: str,
        *,
        sweeps: int | None = None,
    ) -> str:
        """Add the judging of all networks of a file and return the path of their scores.

        Args:
            sweeps: the study's unless given.
        """
        return self.generate(
            experiment,
            cell,
            "compsparse.studies.regime.scores.generate_scores",
            {
                **shape,
                "weights": sweeps or self.networks.sweeps,
                **worlds.step_params(self.world, "coin"),
            },
            {"model": networks, "target": self.targets[target]},
        )

    def references(
        self, experiment: str, cell: str, target: str, depth: int, units: Mapping[str, int]
    ) -> list[tuple[str, str]]:
        """Add the dense reference networks of the null and return kinds and paths of their scores.

        Kinds are ``stopped``, of the same shape at several updates, and ``width``, narrower, at the
        end of training. They are added once for each target and shape, under the first names asked.
        """
        key = (target, depth, *sorted(units.items()))
        if key in self._references:
            return self._references[key]
        dense, reference = self.networks.recipe, self.networks.reference
        recipe = dense.model_copy(update={"steps": round(reference.longer * dense.steps)})
        stops = sorted({max(1, round(share * recipe.steps)) for share in reference.stops})
        found: list[tuple[str, str]] = []
        for kind, suffix, width, kept in (
            ("stopped", "stopped", sum(units.values()), [*stops, recipe.steps]),
            *(("width", f"width_{width}", width, [recipe.steps]) for width in reference.widths),
        ):
            shape = {"depth": depth, "units": units_of_width(units, width)}
            networks = self.train(
                experiment,
                f"{cell}-{suffix}",
                "compsparse.studies.regime.dense.train_reference_networks",
                {
                    **shape,
                    "runs": reference.runs,
                    "recipe": recipe.model_dump(),
                    "stops": sorted(set(kept)),
                },
                {"target": self.targets[target]},
            )
            scores = self.scores(experiment, f"{cell}-{suffix}", target, shape, networks)
            found.append((kind, scores))
        self._references[key] = found
        return found


def _seeds(names: Sequence[str]) -> dict[str, list[str]]:
    """Return seed names that replace those of the cell."""
    return {"seed_names": list(names)} if names else {}
