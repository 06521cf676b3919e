"""Diagrams, and the circuits made of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.circuit.reference import evaluate
from compsparse.studies.circuits.sparse_functions.compiled import (
    Diagram,
    circuit_of,
    circuit_of_table,
    diagram_of,
    expected_nodes,
    most_gates,
    most_gates_of,
    most_nodes,
)
from compsparse.studies.circuits.sparse_functions.composition import Composition, Constituent
from compsparse.studies.circuits.sparse_functions.shapes import SHAPES, random_composition


def values(circuit: Circuit, inputs: int) -> np.ndarray:
    return evaluate(circuit, all_inputs(inputs))[:, 0]


def followed(diagram: Diagram, bits: list[bool]) -> bool:
    """Return a diagram's value by following it from its root: the definition."""
    number = diagram.root
    while number > 1:
        variable, low, high = diagram.nodes[number - 2]
        number = high if bits[variable] else low
    return bool(number)


@given(st.integers(0, 5).flatmap(lambda k: st.lists(st.booleans(), min_size=2**k, max_size=2**k)))
def test_diagram_and_circuit_have_the_tables_values(entries: list[bool]) -> None:
    table = np.array(entries)
    diagram = diagram_of(table)
    bits = all_inputs(diagram.variables)
    assert [followed(diagram, row) for row in bits.tolist()] == entries
    circuit = circuit_of_table(table)
    assert values(circuit, diagram.variables).tolist() == entries
    assert circuit.size <= max(most_gates(diagram.variables), 1)
    assert circuit.fan_in <= 2
    assert len(set(diagram.nodes)) == len(diagram.nodes)
    assert all(low != high for _, low, high in diagram.nodes)


@pytest.mark.parametrize("variables", [1, 2, 3])
def test_every_table_keeps_the_bound(variables: int) -> None:
    sizes = []
    for number in range(2**2**variables):
        table = (number >> np.arange(2**variables) & 1).astype(bool)
        circuit = circuit_of_table(table)
        np.testing.assert_array_equal(values(circuit, variables), table)
        sizes.append(circuit.size)
    assert max(sizes) <= most_gates(variables)
    assert sizes[0] == 1  # a constant


def test_bounds_by_hand() -> None:
    assert [most_gates(variables) for variables in (1, 2, 3, 4)] == [1, 5, 12, 25]
    assert most_nodes(4) == [2, 4, 2, 1]
    assert most_nodes(2) == [2, 1]


def test_a_function_that_is_an_input_needs_no_gate() -> None:
    assert circuit_of_table(np.array([False, True])).size == 0
    assert circuit_of_table(np.array([True, False])).size == 1


def test_parity_needs_one_gate_for_each_pair() -> None:
    bits = all_inputs(6)
    circuit = circuit_of_table(bits.sum(axis=1) % 2 == 1)
    assert circuit.size == 5
    assert set(circuit.kinds.tolist()) == {Kind.XOR}


def test_opposites_are_negations_of_each_other() -> None:
    diagram = diagram_of(np.random.default_rng(1).integers(2, size=64).astype(bool))
    bits = all_inputs(6).tolist()
    found = 0
    for number, opposite in enumerate(diagram.opposites):
        if number > 1 and opposite is not None:
            first, second = (
                Diagram(6, diagram.nodes, diagram.opposites, root) for root in (number, opposite)
            )
            assert all(followed(first, row) != followed(second, row) for row in bits)
            found += 1
    assert found > 0


@pytest.mark.parametrize("variables", [2, 3])
def test_mean_number_of_nodes_over_all_functions(variables: int) -> None:
    entries = np.arange(2**variables)
    counts = [
        len(diagram_of((number >> entries & 1).astype(bool)).nodes)
        for number in range(2**2**variables)
    ]
    assert expected_nodes(variables) == pytest.approx(np.mean(counts), rel=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("arity", [2, 3, 4])
def test_circuits_of_compositions_compute_them(shape: str, arity: int) -> None:
    for seed in range(4):
        random = np.random.default_rng(seed)
        composition = random_composition(shape, 9, arity, random)
        circuit = circuit_of(composition)
        np.testing.assert_array_equal(values(circuit, 9), composition.evaluate(all_inputs(9)))
        assert circuit.size <= most_gates_of(composition)
        large = random_composition(shape, 70, arity, random)
        circuit = circuit_of(large)
        bits = random.integers(2, size=(200, 70)).astype(bool)
        computed = PackedCircuit(circuit).evaluate_bits(bits)[:, 0]
        np.testing.assert_array_equal(computed, large.evaluate(bits))
        assert circuit.size <= most_gates_of(large)


def test_a_wire_read_twice_by_one_table() -> None:
    # x and not x: the composition is constant though its tables are not
    negation = Constituent((0,), np.array([True, False]))
    both = Constituent((0, 1), np.array([False, False, False, True]))
    circuit = circuit_of(Composition(1, (negation, both)))
    assert circuit.size == 1
    assert values(circuit, 1).tolist() == [False, False]
