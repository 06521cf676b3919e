"""The study's collector of jobs."""

from typing import Any

from compsparse.studies.genericity.shared_settings import LearnedTargets
from compsparse.studies.genericity.worlds import World, touched
from workflow_engine.job_collector import JobCollector

STUDY = "genericity"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, world: World) -> None:
        """Start without jobs."""
        super().__init__(STUDY, root_seed, scale)
        self.world = world

    def learned(self, experiment: str, cell: str, given: LearnedTargets, **changed: Any) -> str:
        """Add trainings of all targets; return the path of what they came to."""
        runs = {"runs": list(range(given.runs))}
        params = {**given.model_dump(), **runs, **changed, **touched(self.world)}
        module = "compsparse.studies.genericity.learning.train_targets"
        return self.train(experiment, cell, module, params)
