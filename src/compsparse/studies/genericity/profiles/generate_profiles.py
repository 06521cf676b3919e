"""Step ``generate``: profiles of degrees of four kinds of functions, at several shifts."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.genericity.target import table
from compsparse.studies.genericity.target.kinds import KINDS, draw_kinds
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


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

    The kinds are those of ``KINDS``. ``bad`` [kind, run, place] are the shifts that leave no linear
    part, NaN after the last one.
    """
    found = np.empty((len(KINDS), runs, len(shifts), bits))
    bad = np.full((len(KINDS), runs, bits), np.nan)
    for replicate in range(runs):
        random = generator(root_seed, *seed_names, "polynomial", replicate)
        for kind, function in enumerate(draw_kinds(bits, degree, random).values()):
            roots = table.bad_shifts(function)
            bad[kind, replicate, : len(roots)] = roots
            for place, shift in enumerate(shifts):
                found[kind, replicate, place] = table.profile(table.shifted(function, shift))
    return {"data": {"profile": found, "shifts": np.array(shifts), "bad": bad}}
