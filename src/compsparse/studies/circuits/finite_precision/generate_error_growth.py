"""Step ``generate``: how rounding errors grow along trajectories of a physical system."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.finite_precision.dynamics import trajectories
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.worlds.catalogue import NONE, World
from compsparse.studies.circuits.worlds.systems import system_in_world
from workflow_engine.steps import Inputs, Outputs

_LEAST = 2.0**-10  # units; an error of zero counts as this


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    system: str,
    growth_fraction: int,
    regular_horizon: int,
    chaotic_horizon: int,
    starts: int,
    runs: int,
    world: World = NONE,
) -> Outputs:
    """Return ``data``: log2 of errors in units of 2^-growth_fraction, by run and step from 1 on.

    ``mean_bits`` and ``most_bits`` over starts; ``linear_bits``, of the linearised map.

    Args:
        growth_fraction: places behind the binary point.
        regular_horizon: number of steps if the system is regular.
        chaotic_horizon: number of steps if the system is chaotic.
        starts: states in each run.
    """
    horizon = chaotic_horizon if SYSTEMS[system].chaotic else regular_horizon
    measured = SYSTEMS[system_in_world(system, world)]
    errors, predicted = [], []
    for index in range(runs):
        drawn = trajectories.drawn_starts(measured, "growth", index, starts, root_seed)
        errors.append(trajectories.rounding_errors(measured, drawn, growth_fraction, horizon))
        predicted.append(trajectories.linear_errors(measured, drawn, growth_fraction, horizon))
    bits = _bits(np.stack(errors), growth_fraction)
    return {
        "data": {
            "mean_bits": bits.mean(axis=2),
            "most_bits": bits.max(axis=2),
            "linear_bits": _bits(np.stack(predicted), growth_fraction).mean(axis=2),
        }
    }


def _bits(
    errors: Float64[np.ndarray, "run step start"], fraction: int
) -> Float64[np.ndarray, "run step start"]:
    return np.asarray(np.log2(np.maximum(np.ldexp(errors, fraction), _LEAST)))
