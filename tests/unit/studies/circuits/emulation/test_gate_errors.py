"""Worst errors of single gates against dense sampling, and the slopes that sigmoids need."""

from itertools import product
from math import inf, log

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.emulation.gate_error import (
    all_tables,
    needed_beta,
    sigmoid_bound,
    standard_tables,
    sufficient_beta,
    worst_error,
)
from compsparse.studies.circuits.networks.subnetwork import (
    PLAIN,
    SATURATING,
    StepFunction,
    changes,
    sigmoid_step,
    subnetwork,
)

TABLES = standard_tables()


@pytest.mark.parametrize("gate", sorted(TABLES))
@pytest.mark.parametrize("step", [PLAIN, SATURATING, sigmoid_step(12.0)], ids=lambda s: s.name)
@pytest.mark.parametrize("deviation", [0.0, 0.03, 0.09, 0.15])
def test_no_sample_errs_more_and_some_err_nearly_as_much(
    gate: str, step: StepFunction, deviation: float
) -> None:
    table = TABLES[gate]
    fan_in = len(table) - 1
    emulator = subnetwork(table, step)
    bits = np.repeat(all_inputs(fan_in), 2000, axis=0)
    random = np.random.default_rng(0)
    offsets = random.uniform(-deviation, deviation, bits.shape)
    offsets[: len(bits) // 2] = deviation * np.sign(offsets[: len(bits) // 2])  # corners
    sums = (bits + offsets).sum(axis=1)
    errors = np.abs(emulator.evaluate(sums) - np.array(table)[bits.sum(axis=1)])
    worst = worst_error(emulator, table, fan_in * deviation)
    assert errors.max() <= worst + 1e-12
    assert errors.max() >= 0.8 * worst - 1e-12


def test_every_function_of_three_bits_is_exact_on_bits() -> None:
    tables = all_tables()
    assert len(tables) == 4 + 16 + 256
    for table, step in product(tables, (PLAIN, SATURATING)):
        assert worst_error(subnetwork(table, step), table, 0.0) == 0.0


@pytest.mark.parametrize("gate", sorted(TABLES))
@pytest.mark.parametrize("beta", [10.0, 30.0])
@pytest.mark.parametrize("reach", [0.0, 0.1, 0.3, 0.49])
def test_the_sigmoid_bound_bounds(gate: str, beta: float, reach: float) -> None:
    table = TABLES[gate]
    bound = sigmoid_bound(len(changes(table)), beta, reach)
    assert worst_error(subnetwork(table, sigmoid_step(beta)), table, reach) <= bound * (1 + 1e-9)


def test_beyond_a_reach_of_one_half_nothing_is_known() -> None:
    assert sigmoid_bound(1, 100.0, 0.5) == 1.0
    assert sigmoid_bound(0, 100.0, 0.9) == 0.0
    assert sufficient_beta(0.01, 0.5) == inf
    with pytest.raises(ValueError, match="reach below 1/2"):
        needed_beta(TABLES["AND 2"], 0.01, 0.5)
    with pytest.raises(ValueError, match="0 steps"):
        needed_beta((True, True), 0.01, 0.1)


@pytest.mark.parametrize("gate", sorted(TABLES))
@pytest.mark.parametrize("reach", [0.0, 0.2])
def test_the_needed_slope_is_just_enough(gate: str, reach: float) -> None:
    table, accuracy = TABLES[gate], 1e-4
    beta = needed_beta(table, accuracy, reach)
    assert beta <= sufficient_beta(accuracy, reach)
    for factor, enough in ((1.001, True), (0.999, False)):
        found = worst_error(subnetwork(table, sigmoid_step(factor * beta)), table, reach)
        assert (found <= accuracy) is enough


def test_a_single_step_has_its_closed_form() -> None:
    # sigma(-beta (1/2 - reach)) = accuracy
    accuracy, reach = 0.01, 0.2
    expected = log((1 - accuracy) / accuracy) / (0.5 - reach)
    assert needed_beta(TABLES["AND 3"], accuracy, reach) == pytest.approx(expected, rel=1e-9)
