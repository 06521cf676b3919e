"""Step ``generate``: linear weights of random Boolean functions, and shifts that parities need."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.genericity.target.polynomial import Inputs as Law
from compsparse.studies.genericity.target.polynomial import parity_footprint
from compsparse.studies.genericity.target.table import linear_weight, require_bits
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

_HALVINGS = 60


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    bits: Sequence[int],
    draws: int,
    degrees: Sequence[int],
    footprint: float,
    runs: int,
) -> Outputs:
    """Return ``weight`` [run, bits], a mean over random functions, and ``shift`` [degree].

    ``shift`` is the least one at which a parity has the footprint.
    """
    for number in bits:
        require_bits(number)
    weight = np.empty((runs, len(bits)))
    for replicate in range(runs):
        for place, number in enumerate(bits):
            random = generator(root_seed, *seed_names, "functions", number, replicate)
            signs = (random.choice([-1.0, 1.0], 2**number) for _ in range(draws))
            weight[replicate, place] = np.mean([linear_weight(values) for values in signs])
    shifts = np.array([shift_for(footprint, degree) for degree in degrees])
    return {
        "data": {
            "weight": weight,
            "bits": np.array(bits),
            "shift": shifts,
            "degrees": np.array(degrees),
        }
    }


def shift_for(footprint: float, degree: int) -> float:
    """Return the least shift at which a parity of this degree has a footprint, by bisection."""
    low, high = 0.0, 10.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if parity_footprint(degree, Law(middle)) < footprint:
            low = middle
        else:
            high = middle
    return high
