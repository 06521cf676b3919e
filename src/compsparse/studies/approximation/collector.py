"""How this study describes targets: its own part of the collector of jobs."""

from typing import Any

from compsparse.studies.approximation.shared_settings import (
    ConstituentSettings,
    LearnedData,
    NetworkTraining,
    TargetsSettings,
)
from compsparse.studies.approximation.worlds import World
from workflow_engine.job_collector import JobCollector

STUDY = "approximation"
_MATCHED = ("samples", "depth", "locality")  # experiments whose networks a world wires otherwise
_SWAPPED = {"own": "bit_reversed", "bit_reversed": "own"}


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
    def mismatched(self) -> bool:
        """Whether what matched does not, and the reverse."""
        return self._world == "mismatched"

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
        touched: dict[str, Any] = {}
        if experiment in _MATCHED and self._world in ("identity", "mismatched"):
            touched = {"world": self._world}
            if self.mismatched and network["wiring"] == "tree":
                order = network["order"]
                network = {**network, "order": _SWAPPED.get(order, order)}
        params = {"network": network, "examples": number, **training.as_params(), **touched, **more}
        return self.train(experiment, cell, "learning.network", params, {"examples": data})

    def _touched(self) -> dict[str, Any]:
        if self._world in ("none", "structured", "mismatched"):
            return {}
        if self._world == "one_constituent":
            return {"world": self._world, **self._targets.generic.model_dump()}
        return {"world": self._world}
