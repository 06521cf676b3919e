"""Step ``generate``: how rounding errors grow along trajectories of a physical system."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.finite_precision.dynamics import trajectories
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.worlds.catalogue import NONE, World, system_in_world
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.steps import Inputs, Outputs

_LEAST = 2.0**-10  # units; an error of zero counts as this


@dataclass(frozen=True)
class ErrorGrowth:
    """Log2 of errors in units of the last place, by run and step from 1 on."""

    mean_bits: Float64[np.ndarray, "run step"]  # over starts
    most_bits: Float64[np.ndarray, "run step"]
    linear_bits: Float64[np.ndarray, "run step"]  # mean of the linearised map


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
    """Return ``data``, as ``ErrorGrowth``.

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
    grown = ErrorGrowth(
        mean_bits=bits.mean(axis=2),
        most_bits=bits.max(axis=2),
        linear_bits=_bits(np.stack(predicted), growth_fraction).mean(axis=2),
    )
    return {"data": arrays_of(grown)}


def _bits(
    errors: Float64[np.ndarray, "run step start"], fraction: int
) -> Float64[np.ndarray, "run step start"]:
    return np.asarray(np.log2(np.maximum(np.ldexp(errors, fraction), _LEAST)))
