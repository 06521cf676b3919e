"""Circuits of worlds."""

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic import chains
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.worlds.catalogue import StepWorld, World
from compsparse.studies.circuits.worlds.circuits import (
    circuit_in_world,
    prolonged,
    wrongly_wired,
)
from tests.unit.studies.circuits.random_circuits import random_circuit


def in_world(circuit: Circuit, world: World, name: str = "task") -> Circuit:
    return circuit_in_world(circuit, StepWorld(world, 0, ["circuits", "test"]), name)


@pytest.mark.parametrize("seed", range(5))
def test_two_gates_behind_each_triple_size_and_depth_and_no_function(seed: int) -> None:
    circuit = random_circuit(seed)
    large = prolonged(circuit, 2)
    constants = int((circuit.fan_ins == 0).sum())
    assert large.size == 3 * circuit.size - 2 * constants
    assert large.depth == 3 * circuit.depth
    bits = all_inputs(circuit.inputs)
    np.testing.assert_array_equal(
        PackedCircuit(large).evaluate_bits(bits), PackedCircuit(circuit).evaluate_bits(bits)
    )


def test_slow_gates_take_as_many_levels_as_the_input_has_bits() -> None:
    circuit = chains.parity_chain(8)
    slow = in_world(circuit, "slow_gates")
    assert (slow.size, slow.depth) == (9 * circuit.size, 9 * circuit.depth)
    bits = all_inputs(8)
    np.testing.assert_array_equal(
        PackedCircuit(slow).evaluate_bits(bits), PackedCircuit(circuit).evaluate_bits(bits)
    )


def test_shallow_outputs_are_single_negations() -> None:
    circuit = chains.ripple_adder(3)
    shallow = in_world(circuit, "shallow")
    bits = all_inputs(6)
    np.testing.assert_array_equal(PackedCircuit(shallow).evaluate_bits(bits), ~bits[:, :4])
    assert shallow.size == circuit.size + 4


@pytest.mark.parametrize("seed", range(5))
def test_wrong_sources_keep_gates_and_levels(seed: int) -> None:
    circuit = random_circuit(seed)
    wrong = wrongly_wired(circuit, np.random.default_rng(seed))
    np.testing.assert_array_equal(wrong.kinds, circuit.kinds)
    np.testing.assert_array_equal(wrong.fan_ins, circuit.fan_ins)
    np.testing.assert_array_equal(wrong.levels, circuit.levels)
    assert wrong.depth == circuit.depth
    # a constant stays what it is, for those who read it and for them alone
    for old, new in zip(circuit.sources.tolist(), wrong.sources.tolist(), strict=True):
        constant = new >= wrong.inputs and wrong.kinds[new - wrong.inputs] in (Kind.ZERO, Kind.ONE)
        assert (old == new) if constant else (wrong.levels[old] == wrong.levels[new])


def test_wrong_sources_change_the_function_and_read_no_wire_twice() -> None:
    adder = chains.ripple_adder(4)
    wrong = wrongly_wired(adder, np.random.default_rng(0))
    bits = all_inputs(8)
    answers = PackedCircuit(wrong).evaluate_bits(bits) == PackedCircuit(adder).evaluate_bits(bits)
    assert answers.all(axis=1).mean() < 0.5
    for start, stop in zip(wrong.offsets[:-1], wrong.offsets[1:], strict=True):
        read = wrong.sources[start:stop].tolist()
        assert len(set(read)) == len(read)


@pytest.mark.parametrize("world", ["none", "identity", "random_tokens", "independent_steps"])
def test_other_worlds_leave_circuits_alone(world: World) -> None:
    circuit = random_circuit(1)
    assert in_world(circuit, world) is circuit


def test_draws_go_by_name() -> None:
    adder = chains.ripple_adder(6)
    first, again, other = (in_world(adder, "wrong_sources", name) for name in ("a", "a", "b"))
    np.testing.assert_array_equal(first.sources, again.sources)
    assert not np.array_equal(first.sources, other.sources)
