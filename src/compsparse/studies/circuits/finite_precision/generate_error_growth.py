"""Step ``generate``: how rounding errors grow along trajectories of a physical system."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.finite_precision.dynamics import trajectories
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.worlds.systems import followed
from workflow_engine.steps import Inputs, Outputs, Params

_LEAST = 2.0**-10  # units; an error of nothing at all counts as that


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``data``: log2 of errors in units of 2^-growth_fraction, by run and step from 1 on.

    ``mean_bits`` and ``most_bits`` over starts; ``linear_bits``, of the linearised map. Params:
    system, a name of the catalogue; others of the settings ``Trajectories``.
    """
    fraction = params["growth_fraction"]
    horizon = params[f"{'chaotic' if SYSTEMS[params['system']].chaotic else 'regular'}_horizon"]
    system = SYSTEMS[followed(params["system"], params)]
    errors, predicted = [], []
    for index in range(params["runs"]):
        starts = trajectories.drawn_starts(
            system, "growth", index, params["starts"], params["root_seed"]
        )
        errors.append(trajectories.rounding_errors(system, starts, fraction, horizon))
        predicted.append(trajectories.linear_errors(system, starts, fraction, horizon))
    bits = _bits(np.stack(errors), fraction)
    return {
        "data": {
            "mean_bits": bits.mean(axis=2),
            "most_bits": bits.max(axis=2),
            "linear_bits": _bits(np.stack(predicted), fraction).mean(axis=2),
        }
    }


def _bits(
    errors: Float64[np.ndarray, "run step start"], fraction: int
) -> Float64[np.ndarray, "run step start"]:
    return np.asarray(np.log2(np.maximum(np.ldexp(errors, fraction), _LEAST)))
