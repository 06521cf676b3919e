"""The study's collector of jobs: skills, and networks that learn them."""

from collections.abc import Sequence
from typing import Any

from compsparse.studies.experts.learning.methods import Method
from compsparse.studies.experts.shared_settings import MapSettings, Training
from compsparse.studies.experts.worlds import World, touched
from workflow_engine.job_collector import JobCollector

STUDY = "experts"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(
        self, root_seed: int, scale: str, maps: MapSettings, training: Training, world: World
    ) -> None:
        """Start without jobs."""
        super().__init__(STUDY, root_seed, scale)
        self._maps, self._training, self.world = maps, training, world

    def learned(
        self,
        experiment: str,
        cell: str,
        codes: int,
        layers: int,
        held_out: Sequence[int],
        methods: Sequence[Method],
        **more: Any,
    ) -> str:
        """Add skills and the methods that learn them; return the path of the models.

        Without ``held_out`` each combination is held out once; ``more`` is of the skills.
        """
        params = {"codes": codes, "layers": layers, "held_out": list(held_out)}
        params |= self._maps.model_dump() | more | touched(self.world)
        module = "compsparse.studies.experts.skills.generate_skills"
        skills = self.generate(experiment, cell, module, params)
        training = {"methods": list(methods), **self._training.model_dump(), **touched(self.world)}
        module = "compsparse.studies.experts.learning.train_methods"
        return self.train(experiment, cell, module, training, {"skills": skills})
