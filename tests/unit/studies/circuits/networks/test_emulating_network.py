"""Networks against the circuits that they emulate."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.networks import emulating_network
from compsparse.studies.circuits.networks.emulating_network import Network
from compsparse.studies.circuits.networks.subnetwork import (
    PLAIN,
    SATURATING,
    StepFunction,
    sigmoid_step,
)
from tests.unit.studies.circuits.emulation.bounded_circuits import bounded_circuit


@pytest.mark.parametrize("step", [PLAIN, SATURATING])
@pytest.mark.parametrize("seed", range(12))
def test_both_relu_forms_compute_every_circuit_without_error(seed: int, step: StepFunction) -> None:
    circuit = bounded_circuit(seed, inputs=1 + seed % 7, gates=1 + 10 * seed)
    bits = all_inputs(circuit.inputs)
    outputs = Network(circuit, step).evaluate(bits.astype(np.float64))
    np.testing.assert_array_equal(outputs, reference.evaluate(circuit, bits).astype(np.float64))


@pytest.mark.parametrize("seed", range(12))
def test_steep_sigmoids_compute_every_circuit_nearly(seed: int) -> None:
    circuit = bounded_circuit(seed)
    bits = all_inputs(circuit.inputs)
    outputs = Network(circuit, sigmoid_step(40.0)).evaluate(bits.astype(np.float64))
    np.testing.assert_allclose(outputs, reference.evaluate(circuit, bits), atol=1e-8)


@pytest.mark.parametrize("seed", range(12))
def test_within_the_radius_the_saturating_form_computes_bits_without_error(seed: int) -> None:
    circuit = bounded_circuit(seed)
    gates = np.flatnonzero(circuit.levels >= 1)
    circuit = from_gates(  # read gates only, since an input passes on its own disturbance
        circuit.inputs,
        [
            (Kind(int(kind)), circuit.sources[start:stop].tolist())
            for kind, start, stop in zip(
                circuit.kinds, circuit.offsets[:-1], circuit.offsets[1:], strict=True
            )
        ],
        gates.tolist(),
    )
    bits = all_inputs(circuit.inputs)
    random = np.random.default_rng(seed)
    disturbed = bits + random.uniform(-1 / 12, 1 / 12, bits.shape)
    outputs = Network(circuit, SATURATING).evaluate(disturbed)
    np.testing.assert_array_equal(outputs, reference.evaluate(circuit, bits).astype(np.float64))
    assert np.abs(Network(circuit, PLAIN).evaluate(disturbed) - outputs).max() > 0.01


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(0).uniform(-0.5, 1.5, (70, 5))
    emulation = Network(bounded_circuit(3), PLAIN)
    whole = emulation.evaluate(values)
    monkeypatch.setattr(emulating_network, "_BLOCK", 16)
    np.testing.assert_array_equal(emulation.evaluate(values), whole)
    assert emulation.evaluate(values[:0]).shape == (0, 6)


def test_units_weights_and_depth_are_counted() -> None:
    # XOR of three in one level, AND of that and an input, a NOT, and a constant
    circuit = from_gates(
        3,
        [(Kind.XOR, [0, 1, 2]), (Kind.AND, [3, 0]), (Kind.NOT, [4]), (Kind.ONE, [])],
        [5, 6],
    )
    saturating, plain = Network(circuit, SATURATING), Network(circuit, PLAIN)
    sigmoid = Network(circuit, sigmoid_step(10.0))
    assert (saturating.units, plain.units, sigmoid.units) == (6 + 2 + 2, 4 + 2 + 2, 3 + 1 + 1)
    assert saturating.weights == 6 * 4 + 2 * 3 + 2 * 2
    assert saturating.depth == plain.depth == 3


def test_a_wire_read_twice_is_one_connection() -> None:
    circuit = from_gates(2, [(Kind.MAJORITY, [0, 1, 0])], [2])
    assert Network(circuit, SATURATING).weights == 2 * (2 + 1)


def test_a_disturbance_acts_on_every_gate() -> None:
    circuit = from_gates(1, [(Kind.NOT, [0]), (Kind.NOT, [1])], [1, 2])
    values = Network(circuit, PLAIN).evaluate(np.zeros((1, 1)), lambda made: made + 0.25)
    np.testing.assert_allclose(values, [[1.25, 0.25]])


def test_mistakes_of_callers_are_told() -> None:
    with pytest.raises(ValueError, match="a gate of 4 sources"):
        Network(from_gates(4, [(Kind.AND, [0, 1, 2, 3])], [4]), PLAIN)
    with pytest.raises(ValueError, match="2 inputs, but got 3 columns"):
        Network(from_gates(2, [(Kind.AND, [0, 1])], [2]), PLAIN).evaluate(np.zeros((1, 3)))
    with pytest.raises(ValueError, match="beta is 0"):
        sigmoid_step(0.0)
