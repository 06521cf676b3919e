"""Step ``generate``: linear shares of products and of Hermite polynomials, by examples."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

from compsparse.studies.genericity.target.polynomial import Inputs as Law
from compsparse.studies.genericity.target.polynomial import hermite_footprint, parity_footprint
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    degree: int,
    shifts: Sequence[float],
    probabilities: Sequence[float],
    examples: int,
    runs: int,
) -> Outputs:
    """Return ``exact`` and ``estimated`` [run, kind, value] for shifted, biased and normal inputs.

    The target is a product of so many variables; of normal inputs it is He_degree of one.
    """
    found = np.empty((runs, 3, len(shifts)))
    for replicate in range(runs):
        random = generator(root_seed, *seed_names, "examples", replicate)
        for place, (shift, probability) in enumerate(zip(shifts, probabilities, strict=True)):
            uniform = random.random((examples, degree))
            fair = np.where(uniform < 0.5, 1.0, -1.0)
            biased = np.where(uniform < probability, 1.0, -1.0)
            normal = random.standard_normal((examples, 1))
            hermite = np.polynomial.hermite_e.hermeval(normal[:, 0] + shift, np.eye(degree + 1)[-1])
            found[replicate, :, place] = (
                estimated_footprint(fair, (fair + shift).prod(axis=1)),
                estimated_footprint(biased, biased.prod(axis=1)),
                estimated_footprint(normal, hermite),
            )
    exact = np.array(
        [
            [parity_footprint(degree, Law(shift)) for shift in shifts],
            [parity_footprint(degree, Law.biased(probability)) for probability in probabilities],
            [hermite_footprint(degree, shift) for shift in shifts],
        ]
    )
    values = np.array([shifts, probabilities, shifts])
    return {"data": {"estimated": found, "exact": exact, "values": values}}


def estimated_footprint(
    x: Float64[np.ndarray, "example n"], y: Float64[np.ndarray, " example"]
) -> float:
    """Return the sum of squared correlations with the inputs, less what chance adds to it."""
    centered = (x - x.mean(axis=0)) / x.std(axis=0)
    correlations = centered.T @ ((y - y.mean()) / y.std()) / len(y)
    return float((correlations**2).sum() - x.shape[1] / len(y))
