"""Step ``train`` by the population flow of an activation that sums Hermite polynomials."""

from collections.abc import Sequence

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.emergence import worlds
from compsparse.studies.emergence.arrays import Arrays, Neurons
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.edge_cases.mixed_degree_flow import mixed_degree
from compsparse.studies.emergence.flow import forces
from compsparse.studies.emergence.flow.escape import longest_escape_time
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.starts.stored import read_starts, train_each
from workflow_engine.steps import Inputs, Outputs, single

_ALIGNED = 0.5  # of the largest squared overlap


def run(
    inputs: Inputs,
    *,
    degrees: Sequence[int],  # j, ascending; the lowest one is k
    squared_coefficients: Sequence[float],  # c_j^2, with the sum 1
    exponent: float,  # beta
    initial_strength: float,  # squared norm of every neuron
    fraction: float,  # length of a step, as a share of the time passed
    duration: float,
    world: worlds.World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Integrate the flow from each random start of the dataset ``starts``.

    The unit of ``duration`` is the escape time of the weakest direction by the lowest degree,
    1 / (2 k (k - 2) c_k^2 a M^(k-2)) from the overlap M = sqrt(2 ln m / d).

    Returns:
        ``history``: ``degrees``, ``dimension``, ``exponent``; ``aligned`` [run, direction], when
        the largest squared overlap of a neuron with the direction crosses 1/2, or NaN.
    """
    starts = read_starts(single(inputs, "starts"))
    teacher = worlds.teacher(world, exponent, starts.directions)
    squares = dict(zip(degrees, squared_coefficients, strict=True))
    lowest = min(squares)
    trained = worlds.trained_degrees(world, squares)
    law = mixed_degree(trained)
    if not worlds.neurons_compete(world):
        law = forces.alone(law)
    escape = longest_escape_time(lowest, teacher.amplitudes, starts) / squares[lowest]

    def train(start: Neurons, part: Checkpoints) -> Arrays:
        history = integrate(
            law,
            min(trained),
            teacher.amplitudes,
            start,
            initial_strength,
            duration * escape,
            fraction,
            part,
        )
        return {"aligned": first_crossing(history.time, history.alignment, _ALIGNED)}

    return {
        "history": {
            "degrees": np.array(degrees),
            "dimension": np.array(starts.dimension),
            "exponent": np.array(exponent),
            **train_each(train, starts, checkpoints),
        }
    }
