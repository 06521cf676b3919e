"""The world that a step carries out, with the names of its random draws."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compsparse.studies.circuits.worlds.catalogue import World
from workflow_engine.seeds import generator


@dataclass(frozen=True)
class StepWorld:
    """A world, and the seeds of the step that carries it out."""

    name: World
    root_seed: int
    seed_names: Sequence[str]

    def random(self, *names: str | int) -> np.random.Generator:
        """Return the generator of a random draw of the step."""
        return generator(self.root_seed, *self.seed_names, *names)
