"""No circuit of a gate passes the limits, and they are near."""

import numpy as np
import pytest

from compsparse.studies.circuits.threshold.bounded import bounded_fan_in, limits
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdGate, from_gates


@pytest.mark.parametrize("seed", range(30))
def test_limits_hold_for_any_weights_and_thresholds(seed: int) -> None:
    random = np.random.default_rng(seed)
    sources = int(random.integers(1, 40))
    weights = random.integers(1, 2 ** int(random.integers(1, 9)), size=sources)
    weights *= random.choice([-1, 1], size=sources)
    threshold = int(random.integers(-10, 10))
    gate = ThresholdGate(range(sources), weights.tolist(), threshold)
    circuit = bounded_fan_in(from_gates(sources, [gate], [sources]))
    limit = limits(weights.tolist())
    assert circuit.size <= limit.size
    assert circuit.depth <= limit.depth
    assert limit.places == int(np.abs(weights).sum()).bit_length()


def test_limits_of_known_gates() -> None:
    # one source: no adder, one place, a comparison at most
    assert limits([1]).places == 1
    # 1024 ones: 16 rounds, 11 places
    assert (limits([1] * 1024).depth, limits([1] * 1024).size) == (28, 2046 + 2 * 11 * 17 + 11)
    assert limits([-1] * 2).depth == limits([1] * 2).depth + 1
    assert limits([-1] * 2).size == limits([1] * 2).size + 2
