"""What the jobs of a task start from: hidden permutations and random generators."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, single


@dataclass(frozen=True)
class Seeds:
    """Random generators by role, one for each run, so that no run depends on the others.

    Attributes:
        names: of the job, the first part of each generator's name.
        runs: independent replicates.
    """

    root_seed: int
    names: Sequence[str]
    runs: int

    def generators(self, role: str) -> list[np.random.Generator]:
        """Return the generators of a role."""
        return [generator(self.root_seed, *self.names, role, run) for run in range(self.runs)]


def read_hidden(inputs: Inputs) -> Int64[np.ndarray, "run fold symbol"]:
    """Read the input ``hidden``; ``ArtifactError`` if it is another file."""
    axes = {"hidden": Int64[np.ndarray, "run fold symbol"]}
    return read_named_axes(single(inputs, "hidden"), axes)["hidden"]
