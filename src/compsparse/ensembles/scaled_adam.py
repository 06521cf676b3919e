"""Adam on rows of parameters, in few passes over memory.

The moments m and v are kept as m / (1 - beta1) and v / (1 - beta2), so that gradients are added as
they come, and all factors meet in one number for each network. The mathematics is Adam's (Kingma
and Ba 2015, Algorithm 1), roundings are other ones than those of ``StackedAdam``.
"""

from copy import copy

import numpy as np
from jaxtyping import Bool, Float32

_FIRST, _SECOND, _EPSILON = 0.9, 0.999, 1e-8  # torch's defaults


class ScaledAdam:
    """Adam with torch's default settings; networks do not see each other, and can leave.

    Attributes:
        parameters: of all networks, updated in place.
        steps: that were taken.
    """

    def __init__(self, parameters: Float32[np.ndarray, "net parameter"]) -> None:
        """Bind to the parameters."""
        self.parameters, self.steps = parameters, 0
        self._first, self._second = np.zeros_like(parameters), np.zeros_like(parameters)

    def step(
        self,
        gradient: Float32[np.ndarray, "net parameter"],
        rates: Float32[np.ndarray, "net 1"],
    ) -> None:
        """Update along a gradient, which is overwritten, each network at its rate."""
        self.steps += 1
        scale = ((1 - _SECOND**self.steps) / (1 - _SECOND)) ** 0.5
        self._first *= np.float32(_FIRST)
        self._first += gradient
        self._second *= np.float32(_SECOND)
        self._second += np.multiply(gradient, gradient, out=gradient)
        np.sqrt(self._second, out=gradient)
        gradient += np.float32(_EPSILON * scale)
        np.divide(self._first, gradient, out=gradient)
        gradient *= rates * np.float32(scale * (1 - _FIRST) / (1 - _FIRST**self.steps))
        self.parameters -= gradient

    def rows(self, part: slice) -> "ScaledAdam":
        """Return the optimizer of some networks: it shares their arrays, and counts for itself."""
        shared = copy(self)
        shared.parameters = self.parameters[part]
        shared._first, shared._second = self._first[part], self._second[part]
        return shared

    def keep(self, rows: Bool[np.ndarray, " net"]) -> None:
        """Go on with some of the networks; ``parameters`` is another array afterwards."""
        self.parameters = self.parameters[rows]
        self._first, self._second = self._first[rows], self._second[rows]
