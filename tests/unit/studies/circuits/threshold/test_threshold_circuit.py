"""What a circuit of threshold gates is, measures and computes."""

from dataclasses import replace

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.threshold import threshold_circuit
from compsparse.studies.circuits.threshold.threshold_circuit import (
    CircuitError,
    ThresholdCircuit,
    ThresholdGate,
    from_gates,
)
from tests.unit.studies.circuits.threshold.random_threshold_circuits import (
    plain_value,
    random_threshold_circuit,
)


@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_the_definition(seed: int) -> None:
    circuit = random_threshold_circuit(seed)
    bits = all_inputs(circuit.inputs)
    expected = [plain_value(circuit, given) for given in bits.tolist()]
    np.testing.assert_array_equal(circuit.evaluate_bits(bits), expected)


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = random_threshold_circuit(1)
    bits = all_inputs(circuit.inputs)
    whole = circuit.evaluate_bits(bits)
    monkeypatch.setattr(threshold_circuit, "_BLOCK", 3 * circuit.wires)
    np.testing.assert_array_equal(circuit.evaluate_bits(bits), whole)


def test_size_depth_fan_in_and_levels_of_a_small_circuit() -> None:
    gates = [
        ThresholdGate([0, 1, 2], [1, 1, 1], 2),
        ThresholdGate([], [], 1),
        ThresholdGate([3, 0], [-2, 1], 0),
    ]
    circuit = from_gates(3, gates, [5, 0])
    assert (circuit.size, circuit.depth, circuit.fan_in, circuit.edges) == (3, 2, 3, 5)
    assert circuit.levels.tolist() == [0, 0, 0, 1, 0, 2]


def test_a_circuit_without_gates() -> None:
    circuit = from_gates(2, [], [1])
    assert (circuit.size, circuit.depth, circuit.fan_in) == (0, 0, 0)
    assert circuit.evaluate_bits(all_inputs(2)).tolist() == [[False], [False], [True], [True]]


def test_weights_near_the_limit_do_not_overflow() -> None:
    half = 2**61
    circuit = from_gates(2, [ThresholdGate([0, 1], [half, half], 2 * half)], [2])
    assert circuit.evaluate_bits(all_inputs(2))[:, 0].tolist() == [False, False, False, True]


@pytest.mark.parametrize(
    ("gates", "outputs", "words"),
    [
        ([ThresholdGate([0, 2], [1, 1], 1)], [0], "Gate 0 reads wire 2, .* wires 0 to 1 do"),
        ([ThresholdGate([-1], [1], 1)], [0], "reads wire -1"),
        ([ThresholdGate([0], [1, 1], 1)], [0], "1 sources have 2 weights"),
        ([ThresholdGate([0, 1], [2**62, 1], 1)], [0], None),  # the rounding of float64 allows it
        ([ThresholdGate([0, 1], [2**62, -(2**62)], 1)], [0], "Take smaller weights"),
        ([ThresholdGate([], [], -(2**63))], [0], "Take smaller weights"),
        ([], [2], "none of the wires 0 to 1"),
        ([], [-1], "none of the wires 0 to 1"),
    ],
)
def test_what_is_no_circuit_is_refused(
    gates: list[ThresholdGate], outputs: list[int], words: str | None
) -> None:
    if words is None:
        from_gates(2, gates, outputs)
        return
    with pytest.raises(CircuitError, match=words):
        from_gates(2, gates, outputs)


def test_very_many_inputs_take_no_memory() -> None:
    assert from_gates(10**15, [ThresholdGate([0], [1], 1)], [0]).wires == 10**15 + 1


def test_arrays_that_do_not_fit_are_refused() -> None:
    circuit = random_threshold_circuit(0)
    with pytest.raises(CircuitError, match="one offset more than gates"):
        replace(circuit, thresholds=circuit.thresholds[1:])
    with pytest.raises(CircuitError, match="do not rise from 0"):
        replace(circuit, offsets=circuit.offsets + 1)
    with pytest.raises(ValueError, match="5 inputs, but got 4 columns"):
        circuit.evaluate_bits(all_inputs(4))


@pytest.mark.parametrize("seed", range(3))
def test_arrays_bring_the_circuit_back(seed: int) -> None:
    circuit = random_threshold_circuit(seed)
    again = ThresholdCircuit.from_arrays(circuit.arrays())
    for name, array in circuit.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], array)


@pytest.mark.parametrize(
    "name", ["inputs", "offsets", "sources", "weights", "thresholds", "outputs"]
)
def test_arrays_of_another_type_or_shape_are_refused(name: str) -> None:
    arrays = random_threshold_circuit(0).arrays()
    with pytest.raises(CircuitError, match=f"{name!r}"):
        ThresholdCircuit.from_arrays({**arrays, name: arrays[name].astype(np.float64)})
    with pytest.raises(CircuitError, match=f"{name!r}.*axes"):
        ThresholdCircuit.from_arrays({**arrays, name: arrays[name][..., None]})
    del arrays[name]
    with pytest.raises(CircuitError, match=f"{name!r}"):
        ThresholdCircuit.from_arrays(arrays)
