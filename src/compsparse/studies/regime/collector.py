"""How this study generates, trains, prunes and judges: its own part of the collector of jobs.

A cell is what one job is about: a target, a depth, a method. Seeds are stacked inside a job.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

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
# those that several kinds of steps know, and those that are in the plan of few jobs
World = worlds.World | Literal["one_picture", "untrained", "composing"]


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(
        self,
        root_seed: int,
        scale: str,
        targets: Mapping[str, Target],
        networks: Networks,
        world: World = "none",
    ) -> None:
        """Start with the jobs that make the targets; ``world`` is what is missing."""
        super().__init__(STUDY, root_seed, scale)
        self.world: worlds.World
        self.planned_world: World
        match world:
            case "one_picture" | "untrained" | "composing":
                self.world, self.planned_world = "none", world
            case _:
                self.world, self.planned_world = world, "none"
        # for jobs that other worlds change by the plan alone: it goes there and changes nothing
        self.identity: dict[str, Any] = {"world": world} if world == "identity" else {}
        self.networks = networks
        self.targets: dict[str, str] = {}
        self._references: dict[tuple[object, ...], dict[str, str]] = {}
        self.genomes = {name: one.genome for name, one in targets.items() if one.genome}  # files
        self._theme = "targets"
        for name, target in targets.items():
            files = target.model_dump(include={"genome", "picture"}, exclude_none=True)
            params = {"drawing": target.drawing} if target.drawing else {}
            self.targets[name] = self.generate(
                "targets", name, "targets.target", params, sources=files
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
        """Add the training of dense networks and return the path of the networks.

        Recipe and retry are the study's unless given. Cells of equal ``seed_names`` begin with the
        same weights and draw the same pixels.
        """
        params = {
            **shape,
            "runs": runs,
            "recipe": (recipe or self.networks.recipe).model_dump(),
            "retry": (retry or self.networks.retry).model_dump(),
            **_seeds(seed_names),
        }
        return self.train(experiment, cell, "dense.networks", params, self._on(target))

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

        Cells of equal ``seed_names`` draw the same pixels.
        """
        params = {
            **shape,
            "method": method,
            "weights": rounds.weights,
            "recipe": rounds.recipe.model_dump(),
            **_seeds(seed_names),
            **worlds.of_pruning(self.world, len(rounds.weights)),
            **self.identity,
        }
        inputs = {"model": networks, **self._on(target)}
        return self.prune(experiment, cell, "pruning.rounds", params, inputs)

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

        ``sweeps`` are the study's unless given.
        """
        inputs = {"model": networks, **self._on(target)}
        params = {
            **shape,
            "weights": sweeps or self.networks.sweeps,
            **worlds.of_judging(self.world),
        }
        return self.generate(experiment, cell, "scores.scores", params, inputs)

    def references(
        self, experiment: str, cell: str, target: str, depth: int, units: Mapping[str, int]
    ) -> dict[str, str]:
        """Add the dense reference networks of the null and return their scores by kind.

        ``stopped``: of the same shape, at several updates; ``width_<W>``: narrower, at the end.
        They are added once for a target and shape, under the names that are asked for first.
        """
        of = (target, depth, *sorted(units.items()))
        if of in self._references:
            return self._references[of]
        found: dict[str, str] = {}
        own, reference = self.networks.recipe, self.networks.reference
        recipe = own.model_copy(update={"steps": round(reference.longer * own.steps)})
        stops = sorted({max(1, round(share * recipe.steps)) for share in reference.stops})
        for kind, width, kept in (
            ("stopped", sum(units.values()), [*stops, recipe.steps]),
            *((f"width_{width}", width, [recipe.steps]) for width in reference.widths),
        ):
            shape = {"depth": depth, "units": units_of_width(dict(units), width)}
            params = {
                **shape,
                "runs": reference.runs,
                "recipe": recipe.model_dump(),
                "stops": sorted(set(kept)),
            }
            name = f"{cell}-{kind}"
            networks = self.train(
                experiment, name, "dense.reference_networks", params, self._on(target)
            )
            found[kind] = self.scores(experiment, name, target, shape, networks)
        self._references[of] = found
        return found

    def _on(self, target: str) -> dict[str, str]:
        return {"target": self.targets[target]}


def _seeds(names: Sequence[str]) -> dict[str, list[str]]:
    """Return what makes a job's random generators others than those of its cell."""
    return {"seed_names": list(names)} if names else {}
