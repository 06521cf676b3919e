"""Random generators of a job's runs, by name."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workflow_engine.seeds import generator


@dataclass(frozen=True)
class RunSeeds:
    """The names that all random generators of a job begin with."""

    root_seed: int
    names: Sequence[str | int]

    def generator(self, role: str, run: int) -> np.random.Generator:
        """Return the generator of a role, such as weights, for a run."""
        return generator(self.root_seed, *self.names, role, run)
