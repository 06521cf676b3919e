"""Predicted medians: the population flow as steps vanish, the chain itself where they are small."""

import numpy as np
import pytest

from compsparse.studies.emergence.chain.diffusion import predicted_median, step_moments
from compsparse.studies.emergence.chain.hitting_times import Cell, hitting_times
from compsparse.studies.emergence.chain.single_index import Start
from workflow_engine.seeds import generator


def test_vanishing_steps_give_the_population_flow() -> None:
    # k = 3: the integral of dm / (m^2 (1 - m^2)) is -1 / m + artanh m
    start, end = 50**-0.5, 0.5**0.5
    flow = (1 / start - 1 / end + np.arctanh(end) - np.arctanh(start)) / 6
    step = 1e-5 * 50**-1.5
    assert predicted_median(3, 50, 1.0, step, "fixed") * step == pytest.approx(flow, rel=0.01)


def test_moments_are_those_of_the_chain() -> None:
    random = np.random.default_rng(0)
    z1, z2 = random.standard_normal((2, 400_000))
    rest, noise = random.chisquare(18, z1.size), np.sqrt(0.75) * random.standard_normal(z1.size)
    m, a, eta = 0.3, 0.5, 1e-4

    def h(z: np.ndarray) -> np.ndarray:
        return (z**3 - 3 * z) / np.sqrt(6)

    slope = (z1**2 - 1) * np.sqrt(1.5)
    q = 2 * eta * (a * h(m * z1 + np.sqrt(1 - m**2) * z2) + noise)
    along = 1 + 2 * q * h(z1)
    norm = np.sqrt(along**2 + (q * slope) ** 2 * (z2**2 + rest))
    change = (along * m + q * slope * z2 * np.sqrt(1 - m**2)) / norm - m
    drift, variance = step_moments(3, 20, a, eta, np.array([m]))
    error = change.std() / np.sqrt(change.size)
    assert abs(change.mean() - drift[0]) < 4 * error
    assert drift[0] > 20 * error
    # the largest of these samples are beyond the second order, which has heavier tails
    assert change.var() == pytest.approx(variance[0], rel=0.1)


@pytest.mark.parametrize(
    ("order", "dimension", "amplitude", "constant", "start"),
    [(3, 20, 0.7, 0.1, "fixed"), (3, 20, 0.35, 0.1, "fixed"), (2, 64, 1.0, 0.1, "random")],
)
def test_the_chain_has_the_predicted_median(
    order: int, dimension: int, amplitude: float, constant: float, start: Start
) -> None:
    step = constant * amplitude * dimension ** (-order / 2)
    predicted = predicted_median(order, dimension, amplitude, step, start)
    starts, samples = (
        [generator(0, "diffusion", kind, index) for index in range(600)]
        for kind in ("start", "samples")
    )
    cell = Cell(dimension, amplitude, step, int(3 * predicted), start, 1e-6, starts, samples)
    learned = hitting_times([cell], order).learned[0]
    median = float(np.median(np.nan_to_num(learned, nan=np.inf)))
    assert median == pytest.approx(predicted, rel=0.1)  # a median of 600 is known to 2 or 3 %


def test_a_step_that_is_too_large_has_no_median() -> None:
    with pytest.raises(ValueError, match="half of the runs never learn"):
        predicted_median(3, 200, 1.0, 2 * 200**-1.5, "fixed")
