"""Adam in numpy, for networks whose parameters are rows of one array.

Entry by entry, so that networks do not see each other and rows can leave at any step.
"""

import numpy as np
from jaxtyping import Bool, Float32

_FIRST, _SECOND, _EPSILON = 0.9, 0.999, 1e-8  # torch's defaults


class StackedAdam:
    """Adam with torch's default settings.

    Attributes:
        parameters: of all networks, updated in place.
    """

    def __init__(self, parameters: Float32[np.ndarray, "net parameter"]) -> None:
        """Bind to the parameters."""
        self.parameters, self._steps = parameters, 0
        self._first, self._second = np.zeros_like(parameters), np.zeros_like(parameters)
        self._scratch = np.empty_like(parameters)

    def step(
        self,
        gradient: Float32[np.ndarray, "net parameter"],
        rates: Float32[np.ndarray, "net 1"],
    ) -> None:
        """Update along a gradient, which is overwritten, each network at its rate."""
        self._steps += 1
        scratch = self._scratch
        self._first *= np.float32(_FIRST)
        self._first += np.multiply(gradient, np.float32(1 - _FIRST), out=scratch)
        self._second *= np.float32(_SECOND)
        np.multiply(gradient, gradient, out=gradient)
        gradient *= np.float32(1 - _SECOND)
        self._second += gradient
        np.sqrt(self._second, out=scratch)
        scratch *= np.float32((1 - _SECOND**self._steps) ** -0.5)
        scratch += np.float32(_EPSILON)
        np.divide(self._first, scratch, out=scratch)
        scratch *= rates / np.float32(1 - _FIRST**self._steps)
        self.parameters -= scratch

    def keep(self, rows: Bool[np.ndarray, " net"]) -> None:
        """Go on with some of the networks; ``parameters`` is another array afterwards."""
        self.parameters = self.parameters[rows]
        self._first, self._second = self._first[rows], self._second[rows]
        self._scratch = np.empty_like(self.parameters)
