"""Step ``generate``: profiles of degrees of four kinds of functions, at several shifts."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.genericity.target import table
from compsparse.studies.genericity.target.polynomial import spectrum
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

KINDS = ("parity", "staircase", "random", "majority")


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    bits: int,
    degree: int,
    shifts: Sequence[float],
    runs: int,
) -> Outputs:
    """Return ``profile`` [kind, run, shift, degree]: shares of the variance, degrees from 1.

    The kinds are those of ``KINDS``; a random polynomial is another one in each run, the others are
    the same. ``degree`` is that of random polynomials.
    """
    parity, staircase = np.zeros((2, 2**bits))
    parity[-1] = 1.0
    staircase[2 ** np.arange(1, bits + 1) - 1] = 1.0
    majority = spectrum(table.majority(bits))
    found = np.empty((len(KINDS), runs, len(shifts), bits))
    for replicate in range(runs):
        random = generator(root_seed, *seed_names, "polynomial", replicate)
        drawn = table.random_polynomial(bits, degree, random)
        for kind, function in enumerate((parity, staircase, drawn, majority)):
            for place, shift in enumerate(shifts):
                found[kind, replicate, place] = table.profile(table.shifted(function, shift))
    return {"data": {"profile": found, "shifts": np.array(shifts)}}
