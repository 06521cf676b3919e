"""Known answers of Theorem 4 of document 000: programs, and exact expectations."""

from fractions import Fraction

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import ARITIES, Kind
from compsparse.studies.circuits.coupon_collector import (
    expected_draws,
    expected_draws_of_several,
)
from compsparse.studies.circuits.next_token.program import program_of, sequences
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit


def computed(program: ThresholdCircuit, bits: np.ndarray) -> np.ndarray:
    return sequences(program, bits)[:, program.outputs]


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("arity", [0, 1, 2, 3])
def test_every_gate_of_up_to_three_sources_is_a_chain_of_thresholds(kind: Kind, arity: int) -> None:
    least, most = ARITIES[kind]
    if arity < least or (most is not None and arity > most):
        return
    builder = Builder(3)
    circuit = builder.build([builder.gate(kind, range(arity))])
    bits = all_inputs(3)
    program = program_of(circuit)
    np.testing.assert_array_equal(computed(program, bits), reference.evaluate(circuit, bits))
    assert program.size == (2 if kind is Kind.XOR and arity > 1 else 1)


def test_a_full_adder_is_two_tokens() -> None:
    builder = Builder(3)
    outputs = [builder.parity(range(3)), builder.majority(0, 1, 2)]
    program = program_of(builder.build(outputs))
    assert program.size == 2  # the carry is the majority
    assert program.thresholds.tolist() == [2, 1]
    assert program.weights.tolist() == [1, 1, 1, 1, 1, 1, -2]
    total = numbers_of(computed(program, all_inputs(3)))
    np.testing.assert_array_equal(total, all_inputs(3).sum(axis=1))


def answers(task: str, bits: int, inputs: np.ndarray) -> np.ndarray:
    if task == "parity":
        return inputs.sum(axis=1) % 2
    first, second = (numbers_of(half) for half in (inputs[:, :bits], inputs[:, bits:]))
    return first + second if task == "addition" else first * second


@pytest.mark.parametrize(
    ("task", "bits", "gates"),
    [
        ("parity", 2, 2),
        ("parity", 8, 14),
        ("parity", 12, 22),
        ("addition", 2, 4),
        ("addition", 4, 8),
        ("addition", 6, 12),
        ("multiplication", 2, 8),
        ("multiplication", 3, 21),
        ("multiplication", 4, 40),
        ("multiplication", 6, 96),
    ],
)
def test_tasks_are_right_on_all_inputs_in_few_gates(task: str, bits: int, gates: int) -> None:
    program = program_of(circuit_of(task, bits))
    assert program.size == gates
    inputs = all_inputs(program.inputs)
    np.testing.assert_array_equal(
        numbers_of(computed(program, inputs)), answers(task, bits, inputs)
    )


def test_programs_of_large_tasks_compute_them() -> None:
    random = np.random.default_rng(0)
    for task, bits in (("parity", 64), ("addition", 16), ("multiplication", 16)):
        circuit: Circuit = circuit_of(task, bits)
        inputs = random.random((200, circuit.inputs)) < 0.5
        np.testing.assert_array_equal(
            numbers_of(computed(program_of(circuit), inputs)), answers(task, bits, inputs)
        )


@pytest.mark.parametrize("patterns", [1, 2, 4, 8, 64])
def test_the_coupon_collector_is_exact(patterns: int) -> None:
    exact = patterns * sum(Fraction(1, left) for left in range(1, patterns + 1))
    assert expected_draws(patterns, patterns, patterns) == pytest.approx(float(exact), rel=1e-14)
    if patterns <= 8:
        assert expected_draws_of_several(patterns, 1) == pytest.approx(float(exact), rel=1e-10)


def test_two_collectors_of_two_patterns_need_eleven_thirds() -> None:
    # after the first sample both lack one pattern, each is shown with probability 1/2: the larger
    # of two geometric waiting times, 2 + 2 - 4/3, and the first sample
    assert expected_draws_of_several(2, 2) == pytest.approx(1 + 8 / 3, rel=1e-12)
    assert expected_draws_of_several(2, 1) == pytest.approx(3, rel=1e-12)
