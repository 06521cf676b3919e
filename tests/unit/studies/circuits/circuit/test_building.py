"""Folding, sharing and removing dead gates keep the function; the exact effects of each."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.circuit.copying import place, simplified, without_dead_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.graph import CircuitError
from tests.unit.studies.circuits.random_circuits import random_circuit


@pytest.mark.parametrize("seed", range(60))
def test_simplifying_keeps_the_function_and_adds_nothing(seed: int) -> None:
    circuit = random_circuit(seed, inputs=1 + seed % 6, gates=1 + 2 * seed)
    bits = all_inputs(circuit.inputs)
    small = simplified(circuit)
    np.testing.assert_array_equal(
        reference.evaluate(small, bits), reference.evaluate(circuit, bits)
    )
    again = simplified(small)
    assert again.size == small.size
    kinds = set(small.kinds.tolist())
    if kinds & {Kind.ZERO, Kind.ONE}:  # a constant is left only as an output
        constants = small.inputs + np.flatnonzero(small.kinds <= Kind.ONE)
        assert not np.isin(small.sources, constants).any()


@pytest.mark.parametrize("seed", range(20))
def test_dead_gates_go_and_nothing_else_changes(seed: int) -> None:
    circuit = random_circuit(seed, outputs=1)
    alive = without_dead_gates(circuit)
    bits = all_inputs(circuit.inputs)
    np.testing.assert_array_equal(
        reference.evaluate(alive, bits), reference.evaluate(circuit, bits)
    )
    assert alive.depth == circuit.depth
    read = {*alive.sources.tolist(), *alive.outputs.tolist()}
    assert {alive.inputs + gate for gate in range(alive.size)} <= read


@pytest.mark.parametrize("kind", [Kind.AND, Kind.OR, Kind.XOR, Kind.MAJORITY])
@pytest.mark.parametrize("seed", range(20))
def test_one_folded_gate_over_constants_negations_and_repeats(kind: Kind, seed: int) -> None:
    places = np.random.default_rng(seed).integers(6, size=3)
    values = []
    for fold in (False, True):
        made = Builder(2, fold=fold)
        wires = [
            0,
            1,
            made.negation(0),
            made.negation(1),
            made.constant(False),
            made.constant(True),
        ]
        output = made.gate(kind, [wires[place] for place in places])
        values.append(reference.evaluate(made.build([output]), all_inputs(2)))
    np.testing.assert_array_equal(*values)


def test_a_builder_that_does_not_fold_keeps_every_gate() -> None:
    builder = Builder(1)
    first, second = builder.negation(0), builder.negation(0)
    assert first != second
    assert builder.conjunction([first]) not in (0, first, second)


def test_a_folding_builder_makes_no_gate_twice() -> None:
    builder = Builder(2, fold=True)
    assert builder.conjunction([0, 1]) == builder.conjunction([1, 0, 1])
    assert builder.negation(builder.negation(0)) == 0
    assert builder.size == 2


def test_empty_gates_are_constants() -> None:
    for fold in (False, True):
        builder = Builder(1, fold=fold)
        wires = [builder.conjunction([]), builder.disjunction([]), builder.parity([])]
        values = reference.evaluate(builder.build(wires), all_inputs(1))
        assert values.tolist() == [[True, False, False]] * 2


def test_a_part_is_placed_in_another_circuit() -> None:
    part = from_gates(2, [(Kind.XOR, [0, 1])], [2])
    builder = Builder(3)
    (first,) = place(builder, part, [0, 1])
    (second,) = place(builder, part, [first, 2])
    parity = reference.evaluate(builder.build([second]), all_inputs(3))[:, 0]
    np.testing.assert_array_equal(parity, all_inputs(3).sum(axis=1) % 2 == 1)


def test_mistakes_of_callers_are_told() -> None:
    with pytest.raises(ValueError, match="2 inputs, but got 1 wires"):
        place(Builder(1), from_gates(2, [], [0]), [0])
    for kind in (Kind.NOT, Kind.MAJORITY, Kind.ZERO):
        with pytest.raises(CircuitError, match=kind.name):
            Builder(2).gate(kind, [0, 1])


def test_live_gates_stay_as_they_are_even_equal_ones() -> None:
    gates = [
        (Kind.ONE, ()),
        (Kind.ZERO, ()),
        (Kind.ONE, ()),
        (Kind.AND, (0, 1, 3)),
        (Kind.NOT, (4,)),
    ]
    alive = without_dead_gates(from_gates(1, gates, [5, 0, 4]))
    assert alive.kinds.tolist() == [Kind.ONE, Kind.ONE, Kind.AND, Kind.NOT]
    assert alive.offsets.tolist() == [0, 0, 0, 3, 4]
    assert alive.sources.tolist() == [0, 1, 2, 3]
    assert alive.outputs.tolist() == [4, 0, 3]
