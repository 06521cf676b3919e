"""How this study describes targets: its own part of the collector of jobs."""

from typing import Any

from compsparse.job_collector import JobCollector
from compsparse.studies.approximation.shared_settings import (
    ConstituentSettings,
    LearnedData,
    NetworkTraining,
    TargetsSettings,
)
from compsparse.studies.approximation.worlds import World

STUDY = "approximation"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(
        self, root_seed: int, scale: str, targets: TargetsSettings, world: World = "none"
    ) -> None:
        """Start without jobs; ``world`` is that of all trees."""
        super().__init__(STUDY, root_seed, scale)
        self._targets, self._world = targets, world

    @property
    def alike(self) -> bool:
        """Whether all targets are one."""
        return self._world == "structured"

    @property
    def generic(self) -> dict[str, Any]:
        """The target without structure, unless the world gives it one."""
        if self.alike:
            return {**self.tree(), "world": "structured"}
        return {"kind": "generic", **self._targets.generic.model_dump()}

    def tree(self, *constituents: ConstituentSettings) -> dict[str, Any]:
        """Return a tree of these constituents, level by level, or of the usual one."""
        chosen = constituents or (self._targets.constituent,)
        nodes = [of.model_dump() for of in chosen]
        return {"kind": "tree", "constituents": nodes, **self._touched()}

    def different(self) -> dict[str, Any]:
        """Return a tree of constituents that differ from node to node."""
        ranges = self._targets.ranges.model_dump()
        return {"kind": "different", "ranges": ranges, **self._touched()}

    def target(self, name: str) -> dict[str, Any]:
        """Return the target of a name: tree, different or generic."""
        if name == "tree":
            return self.tree()
        return self.different() if name == "different" else self.generic

    def examples(
        self,
        experiment: str,
        cell: str,
        target: dict[str, Any],
        variables: int,
        number: int,
        drawn: LearnedData,
    ) -> str:
        """Add examples of a target and return their path."""
        params = {
            "target": target,
            "variables": variables,
            "examples": number,
            **drawn.model_dump(include=set(LearnedData.model_fields)),
        }
        return self.generate(experiment, cell, "learning.examples", params)

    def network(
        self,
        experiment: str,
        cell: str,
        data: str,
        network: dict[str, Any],
        number: int,
        training: NetworkTraining,
        **more: Any,
    ) -> str:
        """Add trainings of a network on the first examples of each run; return their path."""
        params = {"network": network, "examples": number, **training.as_params(), **more}
        return self.train(experiment, cell, "learning.network", params, {"examples": data})

    def _touched(self) -> dict[str, Any]:
        if self._world in ("none", "structured"):
            return {}
        if self._world == "one_constituent":
            return {"world": self._world, **self._targets.generic.model_dump()}
        return {"world": self._world}
