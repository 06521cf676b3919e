"""Collects this study's jobs: random starts, trainings that begin from them, and results."""

from collections.abc import Mapping
from typing import Any

from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.shared_settings import Draws, Flow
from workflow_engine.job_collector import JobCollector
from workflow_engine.provenance.job import Paths

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

    def flow(
        self, experiment: str, cell: str, flow: Flow, exponent: float, starts: str, **changes: Any
    ) -> str:
        """Add a training by the coupled population flow of all neurons, but for ``changes``."""
        usual = {"exponent": exponent, "neurons": None, "law": "coupled", "keep_alignment": False}
        return self.train_from(
            experiment,
            cell,
            "compsparse.studies.emergence.flow.train_population_flow",
            {**flow.model_dump(include=set(Flow.model_fields)), **usual, **changes},
            starts,
        )

    def sweep(self, name: str, module: str, settings: Any, listed: str, varied: str) -> list[str]:
        """Add trainings from the same starts, and return the paths of their histories.

        ``settings`` are an ``Experiment``. There is a training for each value of its setting
        ``listed``; the step's parameter is ``varied``.
        """
        starts = self.starts(name, "starts", settings.generate)
        common = settings.train.model_dump(exclude={listed})
        for value in getattr(settings.train, listed):
            params = {**common, varied: value}
            self.train_from(name, f"{varied}_{slug(value)}", module, params, starts)
        return self.histories(name)

    def result(
        self,
        module: str,
        inputs: Mapping[str, Paths],
        params: Mapping[str, Any] | None = None,
        **render_params: Any,
    ) -> None:
        """Add a result of ``evaluate_<result>``; its figure is drawn by ``render_<result>``."""
        render = module.replace(".evaluate_", ".render_")
        self.evaluate(module, inputs, params, render=render, render_params=render_params)

    def histories(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the histories of an experiment, or of one cell, in the order of the plan."""
        return self.made("train", "history", experiment, cell)


def slug(value: float | int) -> str:
    """Return a number in letters that are safe in a file name: 0.75 becomes ``0_75``."""
    return f"{value:g}".replace(".", "_").replace("+", "").replace("-", "minus_")
