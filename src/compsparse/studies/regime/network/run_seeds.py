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

    def generator(self, role: str, run: int, attempt: int = 0) -> np.random.Generator:
        """Return the generator of a role, such as weights, for a run and its restarts."""
        # the first attempt has no name, so that allowing restarts changes no draw
        suffix = ("attempt", attempt) if attempt else ()
        return generator(self.root_seed, *self.names, role, run, *suffix)
