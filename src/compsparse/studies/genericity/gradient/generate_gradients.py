"""Step ``generate``: the gradient that each parity gives a random network, all at once."""

from collections.abc import Sequence
from math import comb

import numpy as np

from compsparse.studies.genericity.target.polynomial import degree_weights, spectrum
from compsparse.studies.genericity.target.table import require_bits
from compsparse.studies.genericity.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    bits: int,
    units: int,
    runs: int,
    world: World = "none",
) -> Outputs:
    """Return ``square`` [run, degree]: the mean squared gradient over the parities of a degree.

    Of a network sum_j a_j relu(w_j x + b_j) / sqrt(units) the slope in w_ji is a function of x;
    the gradient of E[-y f] for a parity y is, up to its sign, that function's coefficient of the
    parity, so that one transform has all parities. Squares are summed over the weights; degrees
    are from 1. ``bound`` [run, degree] is the whole squared derivative over the number of parities.
    """
    require_bits(bits)
    points = np.arange(2**bits)
    x = 1.0 - 2.0 * ((points[:, None] >> np.arange(bits)) & 1)
    numbers = np.array([comb(bits, degree) for degree in range(1, bits + 1)])
    square, bound = np.zeros((2, runs, bits))
    for replicate in range(runs):
        random = generator(root_seed, *seed_names, "network", replicate)
        weights = random.standard_normal((units, bits)) / np.sqrt(bits)
        biases, readout = random.standard_normal((2, units))
        for unit in range(units):
            active = (x @ weights[unit] + biases[unit] > 0) * readout[unit] / np.sqrt(units)
            if world == "mirrored":
                active = active * x.prod(axis=1)
            for variable in range(bits):
                slope = active * x[:, variable]
                square[replicate] += degree_weights(spectrum(slope))[1:] / numbers
                bound[replicate] += (slope**2).mean() / numbers
    return {"data": {"square": square, "bound": bound}}
