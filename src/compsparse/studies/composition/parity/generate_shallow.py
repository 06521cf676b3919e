"""Step ``generate``: write parities as one hidden layer and try all bits.

Document 003, Part II, 'Connection to k-sparse parity'. The parity of k bits is a function of their
sum, +1 at 0, -1 at 1, +1 at 2, and so on. Straight lines between these values bend k - 1 times, so
that k ReLUs of the sum write it: 1 - 2 relu(s) + 4 relu(s - 1) - 4 relu(s - 2) + ...
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Float64

from workflow_engine.steps import Inputs, Outputs


@dataclass(frozen=True)
class Shallow:
    """One hidden layer: ``bias`` + sum of ``out`` relu(``slopes`` of the bits - ``bends``).

    Attributes:
        slopes: 0 at inputs that do not matter.
    """

    slopes: Float64[np.ndarray, "d unit"]
    bends: Float64[np.ndarray, " unit"]
    out: Float64[np.ndarray, " unit"]
    bias: float

    def __call__(self, bits: Float64[np.ndarray, "example d"]) -> Float64[np.ndarray, " example"]:
        """Return the output for each row of bits."""
        hidden = np.maximum(bits @ self.slopes - self.bends, 0.0)
        return np.asarray(hidden @ self.out + self.bias)


def parity_network(degree: int, inputs: int) -> Shallow:
    """Return k units that write the parity, as a sign, of the first k of d bits."""
    slopes = np.zeros((inputs, degree))
    slopes[:degree] = 1.0
    bends = np.arange(degree, dtype=np.float64)
    out = 4.0 * (-1.0) ** (np.arange(degree) + 1)
    out[0] = -2.0
    return Shallow(slopes, bends, out, 1.0)


def run(inputs: Inputs, *, degrees: Sequence[int], idle: int) -> Outputs:
    """Return the output at every setting of the bits, of each degree in turn.

    ``degree``, ``sum`` (of the bits that matter), ``parity``, as a sign, ``output`` and ``units``
    are [example].

    Args:
        idle: inputs that do not matter.
    """
    rows = []
    for degree in degrees:
        d = degree + idle
        bits = np.array(list(product((0.0, 1.0), repeat=d)))
        network = parity_network(degree, d)
        total = bits[:, :degree].sum(axis=1)
        right = np.prod(1 - 2 * bits[:, :degree], axis=1)
        units = np.full(len(bits), len(network.out), dtype=np.float64)
        rows.append(np.stack([np.full(len(bits), degree), total, right, network(bits), units]))
    names = ("degree", "sum", "parity", "output", "units")
    return {"data": dict(zip(names, np.concatenate(rows, axis=1), strict=True))}
