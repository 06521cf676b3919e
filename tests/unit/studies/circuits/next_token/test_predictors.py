"""Linear predictors, their controls and the optimizer."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.next_token import linear_layer, linear_predictor
from compsparse.studies.circuits.next_token.end_to_end import (
    Network,
    drawn_network,
    fitted_network,
    network_gradient,
    output_bits,
)
from compsparse.studies.circuits.next_token.linear_layer import (
    StackedAdam,
    blocks,
    fitted_layer,
    gradient,
)
from compsparse.studies.circuits.next_token.linear_predictor import (
    fitted_predictor,
    generated,
    token_rows,
    visible,
    written_outputs,
)
from compsparse.studies.circuits.next_token.program import carries, coded, program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

DECAY = 0.01
RATES = np.full(3, 0.3, dtype=np.float32)


def loss(logits: np.ndarray, target: np.ndarray, weights: list[np.ndarray]) -> float:
    entropy = np.logaddexp(0, -target * logits).sum() / logits.shape[1]
    return float(entropy + DECAY / 2 * sum((w.astype(np.float64) ** 2).sum() for w in weights))


def signs(random: np.random.Generator, *shape: int) -> np.ndarray:
    return np.where(random.random(shape) < 0.5, np.float32(1), np.float32(-1))


def test_the_gradient_of_the_layer_is_that_of_its_loss() -> None:
    random = np.random.default_rng(1)
    weights = random.standard_normal((2, 4, 3)).astype(np.float32)
    seen, target = signs(random, 2, 7, 4), signs(random, 2, 7, 3)
    slope = gradient(weights, seen, target, DECAY)
    for place in [(0, 0, 0), (1, 2, 1), (0, 3, 2)]:
        moved = []
        for step in (1e-3, -1e-3):
            other = weights.astype(np.float64)
            other[place] += step
            moved.append(loss(seen @ other, target, [other]))
        assert slope[place] == pytest.approx((moved[0] - moved[1]) / 2e-3, abs=1e-4)


def test_the_gradient_of_the_network_is_that_of_its_loss() -> None:
    random = np.random.default_rng(2)
    hidden = random.standard_normal((2, 4, 5)).astype(np.float32)
    readout = random.standard_normal((2, 6, 2)).astype(np.float32)
    seen, target = signs(random, 2, 9, 4), signs(random, 2, 9, 2)
    seen[:, :, 0] = 1
    slope = network_gradient(Network(hidden, readout), seen, target, DECAY)

    def value(first: np.ndarray, second: np.ndarray) -> float:
        active = np.maximum(seen @ first, 0)
        logits = active @ second[:, 1:] + second[:, :1]
        return loss(logits, target, [first, second])

    for which, places in ((0, [(0, 0, 1), (1, 3, 4)]), (1, [(0, 0, 1), (1, 5, 0), (0, 2, 1)])):
        for place in places:
            moved = []
            for step in (1e-4, -1e-4):
                parts = [hidden.astype(np.float64), readout.astype(np.float64)]
                parts[which][place] += step
                moved.append(value(*parts))
            exact = (moved[0] - moved[1]) / 2e-4
            found = (slope.hidden, slope.readout)[which][place]
            assert found == pytest.approx(exact, abs=1e-4)


def test_adam_takes_its_textbook_steps() -> None:
    parameter, gradients = np.zeros((2, 1), dtype=np.float32), [1.0, 3.0, -2.0]
    adam = StackedAdam([parameter], np.array([0.1, 0.2], dtype=np.float32), 3)
    expected, mean, square = 0.0, 0.0, 0.0
    for step, gradient_ in enumerate(gradients, start=1):
        adam.step([np.full((2, 1), gradient_, dtype=np.float32)])
        mean, square = 0.9 * mean + 0.1 * gradient_, 0.999 * square + 0.001 * gradient_**2
        rate = 1 - (step - 1) / 3
        expected -= rate * (mean / (1 - 0.9**step)) / np.sqrt(square / (1 - 0.999**step))
        np.testing.assert_allclose(parameter[:, 0], [0.1 * expected, 0.2 * expected], rtol=1e-4)


def test_a_position_sees_what_comes_before_it() -> None:
    mask = visible(2, 3)
    assert mask.tolist() == [
        [1, 1, 1],  # constant
        [1, 1, 1],
        [1, 1, 1],
        [0, 1, 1],  # the first gate's own value
        [0, 0, 1],
        [0, 0, 0],
    ]


def trained(program: ThresholdCircuit, count: int = 200) -> tuple[np.ndarray, np.ndarray]:
    inputs = np.random.default_rng(3).random((3, count, program.inputs)) < 0.5
    return inputs, fitted_predictor(program, inputs, steps=150, rates=RATES, decay=1e-4)


def all_rows(program: ThresholdCircuit) -> np.ndarray:
    return token_rows(program, np.stack([all_inputs(program.inputs)] * 3))


@pytest.mark.parametrize(
    ("task", "bits"),
    [("parity", 6), ("addition", 3), ("multiplication", 2), ("multiplication_by_3_bits", 2)],
)
def test_small_programs_are_learned_on_all_inputs(task: str, bits: int) -> None:
    program = program_of(circuit_of(task, bits))
    _, weights = trained(program)
    every = all_rows(program)
    written, mistakes = generated(weights, every)
    assert not mistakes.any()
    np.testing.assert_array_equal(written, every)
    hidden = visible(program.inputs, program.size) == 0
    assert (weights[:, hidden] == 0).all()  # not even by rounding


def test_chains_are_right_where_no_gate_errs() -> None:
    program = program_of(circuit_of("multiplication", 3))
    _, weights = trained(program, count=30)
    truth = all_rows(program)
    written, mistakes = generated(weights, truth)
    assert 0 < mistakes.mean() < 0.5
    np.testing.assert_array_equal((written == truth).all(axis=1), ~mistakes.any(axis=1))


def test_outputs_are_those_of_the_task() -> None:
    program = program_of(circuit_of("multiplication", 2))
    found = written_outputs(program, all_rows(program))
    np.testing.assert_array_equal(found[0], output_bits(program, all_inputs(4)[None])[0])


def test_generation_reads_its_own_tokens() -> None:
    program = program_of(circuit_of("parity", 4))
    _, weights = trained(program)
    weights[:, :, 1] *= -1  # the first XOR is always wrong, and so is every parity after it
    truth = all_rows(program)
    written, mistakes = generated(weights, truth)
    assert mistakes[:, 1].all()
    assert not mistakes[:, 2:].any()
    assert (written_outputs(program, written) != written_outputs(program, truth)).all()


def test_one_run_is_trained_as_in_a_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(circuit_of("addition", 3))
    inputs, weights = trained(program)
    alone = fitted_predictor(program, inputs[1:2], steps=150, rates=RATES[:1], decay=1e-4)
    np.testing.assert_allclose(alone[0], weights[1], rtol=1e-3, atol=1e-3)
    monkeypatch.setattr(linear_layer, "_NEAR", 1)
    monkeypatch.setattr(linear_predictor, "_TOGETHER", 2)
    _, apart = trained(program)
    np.testing.assert_allclose(apart, weights, rtol=1e-3, atol=1e-3)


def test_hidden_tokens_are_not_read() -> None:
    program = program_of(circuit_of("parity", 5))
    assert carries(program).tolist() == [5, 7, 9, 11]
    inputs, _ = trained(program)
    weights = fitted_predictor(
        program, inputs, steps=150, rates=RATES, decay=1e-4, hidden=carries(program)
    )
    assert (weights[:, 1 + carries(program)] == 0).all()
    assert (weights[:, 0] != 0).any()
    _, mistakes = generated(weights, all_rows(program))
    xor_mistakes, carry_mistakes = mistakes[:, 1::2], mistakes[:, ::2]
    assert not carry_mistakes.any()
    assert xor_mistakes.mean() >= 0.25  # no threshold of two bits is right on more of an XOR


def test_blocks_hold_every_run_once() -> None:
    runs = np.arange(10)
    parts = [runs[block] for block in blocks(10, 2**15)]
    assert np.concatenate(parts).tolist() == runs.tolist()
    assert [len(part) for part in parts] == [4, 4, 2]
    assert len(blocks(3, 2**30)) == 3


def test_a_layer_fits_a_threshold_and_not_a_parity() -> None:
    every = np.stack([all_inputs(3)] * 3)
    seen = coded(every)
    majority, parity = every.sum(axis=2) >= 2, every.sum(axis=2) % 2 == 1
    target = coded(np.stack([majority, parity], axis=2))[:, :, 1:]
    weights = fitted_layer(seen, target, steps=100, rates=RATES, decay=0.0)
    right = (seen @ weights > 0) == (target > 0)
    assert right[:, :, 0].all()
    assert right[:, :, 1].mean() <= 0.75


def test_a_network_fits_a_parity_of_few_bits() -> None:
    program = program_of(circuit_of("parity", 3))
    every = np.stack([all_inputs(3)] * 3)
    target = coded(output_bits(program, every))[:, :, 1:]
    start = drawn_network(3, 32, 1, [np.random.default_rng(run) for run in range(3)])
    assert not np.array_equal(start.hidden[0], start.hidden[1])
    rates = np.full(3, 0.03, dtype=np.float32)
    orders = [np.random.default_rng(run) for run in range(3)]
    network = fitted_network(
        start, coded(every), target, passes=100, batch=4, rates=rates, decay=0.0, orders=orders
    )
    np.testing.assert_array_equal(network.logits(coded(every)) > 0, target > 0)
