"""The study's collector of jobs: skills, networks that learn them, and what is said of these."""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.studies.experts.learning.methods import Method
from compsparse.studies.experts.shared_settings import Codes, MapSettings, Training
from compsparse.studies.experts.worlds import World, touched
from workflow_engine.job_collector import JobCollector

STUDY = "experts"
Cell = dict[str, Any]  # what models are about, by column of a table, and their methods
Learned = tuple[str, Cell]  # with their path


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
        size: Codes,
        methods: Sequence[Method],
        about: Mapping[str, Any] | None = None,
        cell: str | None = None,
        **more: Any,
    ) -> Learned:
        """Add skills and the methods that learn them; return the models.

        ``cell`` is named by its size if nothing else is said; ``more`` is of the skills.
        """
        cell = cell or size.name
        params = {"codes": size.codes, "layers": size.layers, "held_out": size.numbers}
        params |= self._maps.model_dump() | more | touched(self.world)
        module = "compsparse.studies.experts.skills.generate_skills"
        skills = self.generate(experiment, cell, module, params)
        training = {"methods": list(methods), **self._training.model_dump(), **touched(self.world)}
        module = "compsparse.studies.experts.learning.train_methods"
        models = self.train(experiment, cell, module, training, {"skills": skills})
        return models, {**(about or {}), "methods": list(methods)}

    def compare(self, module: str, learned: Sequence[Learned], **more: Any) -> None:
        """Add a result on models; ``more`` is as of ``evaluate``."""
        paths, cells = zip(*learned, strict=True)
        self.evaluate(module, {"models": list(paths)}, {"cells": list(cells)}, **more)
