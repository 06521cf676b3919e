"""The state of runs that step together, as checkpoints keep it."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from compsparse.ensembles.generator_state import restore, state_of
from compsparse.studies.emergence.arrays import Arrays

Generators = Sequence[np.random.Generator]
State = TypeVar("State")


def kept(state: Any, generators: Generators) -> Arrays:
    """Return the arrays and numbers of a dataclass, and the states of the generators."""
    arrays = {name: np.asarray(value) for name, value in vars(state).items()}
    return arrays | {"random": np.stack([state_of(random) for random in generators])}


def resumed(kind: type[State], stored: Mapping[str, np.ndarray], generators: Generators) -> State:
    """Return what was kept, and set the generators to their states."""
    for random, words in zip(generators, stored["random"], strict=True):
        restore(random, words)
    fields = {name: array for name, array in stored.items() if name != "random"}
    return kind(**{n: a.copy() if a.ndim else a.item() for n, a in fields.items()})
