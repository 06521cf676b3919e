"""Step ``train`` by the population flow of an activation that sums Hermite polynomials."""

from functools import partial

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.edge_cases.mixed_degree_flow import mixed_degree
from compsparse.studies.emergence.flow import forces
from compsparse.studies.emergence.flow.escape import longest_escape_time
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.starts.stored import read_starts
from workflow_engine.steps import Inputs, Outputs, Params, single

_ALIGNED = 0.5  # of the largest squared overlap


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Integrate the flow from each random start of the dataset ``starts``.

    Params: degrees, ascending, and squared_coefficients, which add up to 1; exponent,
    initial_strength and fraction as of ``train.population_flow``; duration, in escape times of the
    weakest direction by the lowest degree k, 1 / (2 k (k - 2) c_k^2 a M^(k-2)) from the overlap
    M = sqrt(2 ln m / d). Returns ``history``: ``degrees``, ``dimension``, ``exponent``; ``aligned``
    [run, direction], when the largest squared overlap of a neuron with the direction crosses 1/2,
    or NaN.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher_of(params, starts.directions)
    squares = dict(zip(params["degrees"], params["squared_coefficients"], strict=True))
    lowest = min(squares)
    acting = worlds.degrees_of(params, squares)
    law = mixed_degree(acting)
    if not worlds.neurons_compete(params):
        law = forces.alone(law)
    escape = longest_escape_time(lowest, teacher.amplitudes, starts) / squares[lowest]

    def follow(
        start: Float64[np.ndarray, "neuron coordinate"], place: Checkpoints
    ) -> dict[str, np.ndarray]:
        history = integrate(
            law,
            min(acting),
            teacher.amplitudes,
            start,
            float(params["initial_strength"]),
            params["duration"] * escape,
            float(params["fraction"]),
            place,
        )
        return {"aligned": first_crossing(history.time, history.alignment, _ALIGNED)}

    parts = Parts(checkpoints, len(starts.coordinates))
    times = [parts.do(partial(follow, start))["aligned"] for start in starts.coordinates]
    return {
        "history": {
            "degrees": np.array(params["degrees"]),
            "dimension": np.array(starts.dimension),
            "exponent": np.array(teacher.exponent),
            "aligned": np.stack(times),
        }
    }
