"""What a circuit is, and what it measures of itself."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.graph import CircuitError
from tests.unit.studies.circuits.random_circuits import random_circuit


def test_size_depth_and_fan_in_of_a_small_circuit() -> None:
    gates = [(Kind.AND, [0, 1, 2]), (Kind.NOT, [3]), (Kind.OR, [0, 4])]
    circuit = from_gates(3, gates, [5, 0])
    assert (circuit.size, circuit.depth, circuit.fan_in, circuit.edges) == (3, 3, 3, 6)
    assert circuit.levels.tolist() == [0, 0, 0, 1, 2, 3]


def test_depth_is_that_of_the_outputs() -> None:
    circuit = from_gates(1, [(Kind.NOT, [0]), (Kind.NOT, [1])], [1])
    assert circuit.depth == 1


def test_a_circuit_without_gates_has_depth_and_fan_in_zero() -> None:
    circuit = from_gates(2, [], [1])
    assert (circuit.size, circuit.depth, circuit.fan_in) == (0, 0, 0)
    assert from_gates(2, [], []).depth == 0


@pytest.mark.parametrize(
    ("gates", "outputs", "words"),
    [
        ([(Kind.NOT, [0, 1])], [0], "NOT|kind 2 with 2 sources"),
        ([(Kind.MAJORITY, [0, 1])], [0], "kind 6 with 2 sources"),
        ([(Kind.AND, [])], [0], "kind 3 with 0 sources"),
        ([(Kind.AND, [0, 2])], [0], "does not exist before it"),
        ([(Kind.AND, [0, -1])], [0], "does not exist before it"),
        ([], [2], "none of the wires 0 to 1"),
    ],
)
def test_what_is_no_circuit_is_refused(
    gates: list[tuple[Kind, list[int]]], outputs: list[int], words: str
) -> None:
    with pytest.raises(CircuitError, match=words):
        from_gates(2, gates, outputs)


@pytest.mark.parametrize("seed", range(5))
def test_arrays_bring_the_circuit_back(seed: int) -> None:
    circuit = random_circuit(seed)
    again = Circuit.from_arrays(circuit.arrays())
    for name, array in circuit.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], array)


@pytest.mark.parametrize("name", ["inputs", "kinds", "offsets", "sources", "outputs"])
def test_arrays_of_another_type_are_refused(name: str) -> None:
    arrays = random_circuit(0).arrays()
    with pytest.raises(CircuitError, match=f"{name!r}"):
        Circuit.from_arrays({**arrays, name: arrays[name].astype(np.float64)})
    del arrays[name]
    with pytest.raises(CircuitError, match=f"{name!r}"):
        Circuit.from_arrays(arrays)
