"""The study's collector of jobs: targets, examples and networks."""

from dataclasses import asdict, replace
from typing import Any

from compsparse.studies.approximation.learning.network import Network, Order, TreeNetwork
from compsparse.studies.approximation.shared_settings import (
    LearnedData,
    NetworkTraining,
    Ranges,
    TargetsSettings,
)
from compsparse.studies.approximation.worlds import World
from workflow_engine.job_collector import JobCollector

STUDY = "approximation"
_MATCHED = ("samples", "depth", "locality")  # experiments whose networks a world rewires
_SWAPPED: dict[Order, Order] = {"own": "bit_reversed", "bit_reversed": "own"}


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(
        self, root_seed: int, scale: str, targets: TargetsSettings, world: World = "none"
    ) -> None:
        """Start without jobs; ``world`` is that of all trees."""
        super().__init__(STUDY, root_seed, scale)
        self._targets, self.world = targets, world

    def tree(
        self, *names: str, ranges: Ranges | None = None, apart: bool = False
    ) -> dict[str, Any]:
        """Return a tree of modules of these names, level by level from the leaves up, or of one."""
        limits = (ranges or self._targets.ranges).model_dump()
        modules = [{"name": name, "ranges": limits} for name in names or ("tree",)]
        target = {"kind": "tree", "modules": modules, "apart": apart}
        if self.world in ("none", "structured", "mismatched"):
            return target
        generic = self._targets.generic.model_dump() if self.world == "one_constituent" else {}
        return {**target, "world": self.world, **generic}

    def target(self, name: str) -> dict[str, Any]:
        """Return the target with this name: tree, different or generic, without structure."""
        if name == "different":
            return self.tree("different", apart=True)
        if name == "tree":
            return self.tree()
        if self.world == "structured":
            return {**self.tree(), "world": self.world}
        return {"kind": "generic", **self._targets.generic.model_dump()}

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
        params = {"target": target, "variables": variables, "examples": number}
        params |= {"judged": drawn.judged, "runs": drawn.runs}
        module = "compsparse.studies.approximation.learning.generate_examples"
        return self.generate(experiment, cell, module, params)

    def network(
        self,
        experiment: str,
        cell: str,
        data: str,
        network: Network,
        number: int,
        training: NetworkTraining,
        *,
        source: str | None = None,
        **more: Any,
    ) -> str:
        """Add trainings of a network on the first examples of each run; return their path."""
        if experiment in _MATCHED and self.world in ("identity", "mismatched"):
            more["world"] = self.world
            if self.world == "mismatched" and isinstance(network, TreeNetwork):
                network = replace(network, order=_SWAPPED.get(network.order, network.order))
        params = {
            "network": asdict(network),
            "examples": number,
            **training.model_dump(include=set(NetworkTraining.model_fields)),
            **more,
        }
        inputs = {"examples": data, **({"source": source} if source else {})}
        module = "compsparse.studies.approximation.learning.train_network"
        return self.train(experiment, cell, module, params, inputs)
