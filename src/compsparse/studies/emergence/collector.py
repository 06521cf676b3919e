"""Collects this study's jobs: random starts, and trainings that begin from them."""

from collections.abc import Mapping
from typing import Any

from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.shared_settings import Draws
from workflow_engine.job_collector import JobCollector

STUDY = "emergence"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, world: worlds.World = "none") -> None:
        super().__init__(STUDY, root_seed, scale)
        self._world: worlds.World = world

    def starts(self, experiment: str, cell: str, draws: Draws, **more: Any) -> str:
        """Add a dataset of random starts and return its path; ``more`` wins over ``draws``."""
        return self.generate(
            experiment,
            cell,
            "compsparse.studies.emergence.starts.generate_starts",
            {**draws.model_dump(), **more},
            outputs={"starts": ".npz"},
        )

    def train_from(
        self,
        experiment: str,
        cell: str,
        module: str,
        params: Mapping[str, Any],
        starts: str | None = None,
    ) -> str:
        """Add a training, from a dataset of ``starts`` if any, and return its history's path."""
        inputs = None if starts is None else {"starts": starts}
        extra = worlds.extra_params(self._world, params, whole_student=starts is not None)
        return self.train(
            experiment, cell, module, {**params, **extra}, inputs, {"history": ".npz"}
        )

    def histories(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the histories of an experiment, or of one cell, in the order of the plan."""
        return self.made("train", "history", experiment, cell)


def slug(value: float) -> str:
    """Return a number in letters that are safe in a file name: 0.75 becomes ``0_75``."""
    return f"{value:g}".replace(".", "_").replace("+", "").replace("-", "minus_")
