"""What is certain about whole networks holds for random circuits and disturbances."""

import math

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.emulation.gate_error import sufficient_beta
from compsparse.studies.circuits.emulation.guarantees import (
    errors_by_level,
    largest_reach,
    saturating_radius,
    sigmoid_bounds,
    threshold,
)
from compsparse.studies.circuits.networks.emulating_network import Network
from compsparse.studies.circuits.networks.subnetwork import PLAIN, SATURATING, sigmoid_step
from tests.unit.studies.circuits.emulation.bounded_circuits import bounded_circuit


def test_the_radius_is_that_of_the_gate_that_reads_most_inputs() -> None:
    two = from_gates(2, [(Kind.AND, [0, 1])], [2])
    three = from_gates(3, [(Kind.MAJORITY, [0, 1, 2])], [3])
    assert saturating_radius(two) == 1 / 8
    assert saturating_radius(three) == 1 / 12
    assert saturating_radius(from_gates(2, [(Kind.ONE, [])], [2])) == math.inf


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_no_wire_errs_more_than_its_bound(seed: int, noise: float) -> None:
    circuit = bounded_circuit(seed, inputs=5, gates=30)
    outputs = list(range(5, circuit.wires))
    circuit = from_gates(
        5,
        [
            (Kind(int(kind)), circuit.sources[start:stop].tolist())
            for kind, start, stop in zip(
                circuit.kinds, circuit.offsets[:-1], circuit.offsets[1:], strict=True
            )
        ],
        outputs,
    )
    random = np.random.default_rng(seed)
    bits = random.random((400, 5)) < 0.5
    deviation, beta = 0.04, 40.0
    disturbed = bits + random.uniform(-deviation, deviation, bits.shape)

    def disturb(made: np.ndarray) -> np.ndarray:
        return np.asarray(made + random.uniform(-noise, noise, made.shape))

    found = Network(circuit, sigmoid_step(beta)).evaluate(disturbed, disturb)
    wrong = np.abs(found - PackedCircuit(circuit).evaluate_bits(bits)).max(axis=0)
    bounds = sigmoid_bounds(circuit, beta, deviation, noise)[5:]
    assert (wrong <= bounds + 1e-12).all()


def test_the_reach_counts_inputs_gates_and_not_constants() -> None:
    gates = [(Kind.ONE, []), (Kind.AND, [0, 1, 2]), (Kind.OR, [0, 3, 2])]
    circuit = from_gates(2, gates, [4])
    assert largest_reach(circuit, 0.1, 0.01) == pytest.approx(0.2)  # the AND: two inputs
    assert largest_reach(circuit, 0.01, 0.1) == pytest.approx(0.11)  # the OR: an input, a gate
    assert sufficient_beta(2**-10, 0.2) == pytest.approx(math.log(2**11) / 0.3)


@pytest.mark.parametrize("fan_in", [1, 2, 3])
def test_noise_is_removed_up_to_a_quarter_over_the_fan_in(fan_in: int) -> None:
    limit = 0.25 / fan_in
    if fan_in > 1:  # one source hands errors on without making them larger
        assert threshold(SATURATING, fan_in, 60) == pytest.approx(limit, abs=1e-9)
    below = errors_by_level(SATURATING, fan_in, limit, 60)
    np.testing.assert_allclose(below, limit)
    assert errors_by_level(SATURATING, 3, 1.01 / 12, 60)[-1] == 1.0


def test_without_a_plateau_the_threshold_falls_with_the_levels() -> None:
    shallow, deep = (threshold(PLAIN, 3, depth) for depth in (2, 8))
    # errors of levels: delta (1 + 3 + ... + 3^depth)
    assert shallow == pytest.approx(0.5 / 13, rel=1e-6)
    assert deep == pytest.approx(0.5 / ((3**9 - 1) / 2), rel=1e-6)
    assert math.isnan(threshold(sigmoid_step(1.0), 3, 20))  # lost without any noise
