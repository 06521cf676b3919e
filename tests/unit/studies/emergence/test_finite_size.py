"""What theory predicts at the sizes of the runs, drawn again: the numbers of the claims file.

Isolated neurons, each direction with the one that escapes to it first, from random starts that no
run has. Fewer starts than the numbers come from: three standard errors are allowed.
"""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from compsparse.claims.registry import read_registry
from compsparse.statistics.power_law import log_log_slope
from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time
from compsparse.studies.emergence.starts.law import draw_teacher_overlaps
from compsparse.studies.emergence.teacher import PowerLawTeacher
from compsparse.studies.emergence.width.greedy_assignment import assign

CLAIMS = Path(__file__).resolve().parents[4] / "workflow" / "claims" / "emergence.yaml"
DIRECTIONS, NEURONS, DIMENSION, STARTS = 64, 512, 10_000, 24


def predicted(claim: str) -> float:
    found = {claimed.id: claimed for claimed in read_registry(CLAIMS).claims}[f"emergence_{claim}"]
    assert isinstance(found.finite_size, float)
    return found.finite_size


def from_starts(exponent: float) -> list[np.ndarray]:
    """Return T_p of every drawn start."""
    generator = np.random.default_rng(2027)
    amplitudes = PowerLawTeacher(exponent, DIRECTIONS).amplitudes
    growth = np.log(amplitudes / 1e-6) / (8 * amplitudes)
    found = []
    for _ in range(STARTS):
        overlaps = draw_teacher_overlaps(generator, NEURONS, DIRECTIONS, DIMENSION)
        made = assign(4, amplitudes, overlaps, 1e-6)
        escapes = np.empty(DIRECTIONS)
        escapes[made.directions] = made.times - growth[made.directions]
        # back from the escape of a small overlap to the overlap, and to the exact time
        start = np.sqrt(1 / (16 * amplitudes * escapes))
        found.append(emergence_time(4, amplitudes, start))
    return found


@pytest.mark.parametrize(("exponent", "name"), [(0.6, "0_6"), (1.0, "1"), (1.5, "1_5")])
def test_exponents_of_the_times(exponent: float, name: str) -> None:
    ranks = np.arange(1.0, DIRECTIONS + 1)
    slopes = np.array([log_log_slope(ranks, times) for times in from_starts(exponent)])
    error = slopes.std(ddof=1) / np.sqrt(STARTS)
    assert abs(slopes.mean() - predicted(f"time_exponent_beta_{name}")) < 3 * error


def test_order_and_spread_of_the_times() -> None:
    drawn = from_starts(1.0)
    ranks = np.arange(1, DIRECTIONS + 1)
    orders = np.array([spearmanr(times, ranks)[0] for times in drawn])
    assert orders.mean() == pytest.approx(predicted("staircase_order"), abs=0.01)
    spreads = [np.log(times / ranks).std(ddof=1) for times in drawn]
    assert np.mean(spreads) == pytest.approx(predicted("predictability_rank"), abs=0.012)
