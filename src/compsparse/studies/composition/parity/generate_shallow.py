"""Step ``generate``: write parities as one hidden layer and try all bits."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from compsparse.studies.composition.parity.shallow import parity_network
from workflow_engine.steps import Inputs, Outputs


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
