"""Parameters of many networks in one array, and Adam on it."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from compsparse.studies.experts.learning.experts import Shapes, Weights

_FIRST, _SECOND, _EPSILON = 0.9, 0.999, 1e-8  # torch's defaults


def lay_out(
    shapes: Sequence[Shapes], networks: int
) -> tuple[Float32[np.ndarray, "net parameter"], list[Weights]]:
    """Return zeros for the parameters of each network, and views on them, part by part."""
    sizes = [[int(np.prod(shape)) for shape in part.values()] for part in shapes]
    flat = np.zeros((networks, sum(map(sum, sizes))), dtype=np.float32)
    place, views = 0, []
    for part in shapes:
        view = {}
        for name, shape in part.items():
            size = int(np.prod(shape))
            view[name] = flat[:, place : place + size].reshape(networks, *shape)
            place += size
        views.append(view)
    return flat, views


class Adam:
    """Adam with torch's default settings; networks do not see each other."""

    def __init__(self, parameters: Float32[np.ndarray, "net parameter"]) -> None:
        """Bind to the parameters that are updated."""
        self._parameters, self._steps = parameters, 0
        self._first, self._second = np.zeros_like(parameters), np.zeros_like(parameters)
        self._scratch = np.empty_like(parameters)

    def step(
        self, gradient: Float32[np.ndarray, "net parameter"], rate: Float32[np.ndarray, "net 1"]
    ) -> None:
        """Update in place along a gradient, which is overwritten; a rate for each network."""
        self._steps += 1
        scratch = self._scratch
        self._first *= np.float32(_FIRST)
        self._first += np.multiply(gradient, np.float32(1 - _FIRST), out=scratch)
        self._second *= np.float32(_SECOND)
        np.multiply(gradient, gradient, out=gradient)
        gradient *= np.float32(1 - _SECOND)
        self._second += gradient
        correction = 1 - _SECOND**self._steps
        np.sqrt(self._second, out=scratch)
        scratch *= np.float32(correction**-0.5)
        scratch += np.float32(_EPSILON)
        np.divide(self._first, scratch, out=scratch)
        scratch *= rate / np.float32(1 - _FIRST**self._steps)
        self._parameters -= scratch
