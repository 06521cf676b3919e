"""Known answers: units of gates, the edge of the plateau, errors of plain networks."""

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.chains import parity_chain
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.emulation.gate_error import standard_tables, worst_error
from compsparse.studies.circuits.networks.emulating_network import Network
from compsparse.studies.circuits.networks.subnetwork import (
    PLAIN,
    SATURATING,
    sigmoid_step,
    subnetwork,
)

# of the plain, the saturating and the sigmoid form
UNITS = {
    "NOT": (2, 2, 1),
    "AND 2": (2, 2, 1),
    "OR 2": (2, 2, 1),
    "XOR 2": (3, 4, 2),
    "AND 3": (2, 2, 1),
    "OR 3": (2, 2, 1),
    "XOR 3": (4, 6, 3),
    "MAJ 3": (2, 2, 1),
}


def tree_of_ands(depth: int) -> Circuit:
    builder = Builder(3**depth)
    wires = list(range(3**depth))
    while len(wires) > 1:
        wires = [builder.conjunction(wires[i : i + 3]) for i in range(0, len(wires), 3)]
    return builder.build(wires)


def test_units_of_every_gate() -> None:
    forms = (PLAIN, SATURATING, sigmoid_step(9.0))
    for name, table in standard_tables().items():
        assert tuple(len(subnetwork(table, form).units) for form in forms) == UNITS[name]


@pytest.mark.parametrize("name", UNITS)
def test_the_plateau_ends_at_a_quarter_and_then_the_slope_is_two(name: str) -> None:
    table = standard_tables()[name]
    emulator = subnetwork(table, SATURATING)
    assert worst_error(emulator, table, 0.25) == 0
    assert worst_error(emulator, table, 0.25 + 2.0**-20) == 2.0**-19


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_plain_tree_multiplies_the_error_by_three_at_each_level(depth: int) -> None:
    given = np.full((1, 3**depth), 1 - 2.0**-8)
    tree = tree_of_ands(depth)
    assert Network(tree, PLAIN).evaluate(given)[0, 0] == 1 - 3**depth * 2.0**-8
    assert Network(tree, SATURATING).evaluate(given)[0, 0] == 1


def test_errors_of_a_plain_parity_chain_are_a_reflected_walk() -> None:
    bits = all_inputs(7).astype(np.float64)
    off = np.random.default_rng(0).uniform(-0.05, 0.05, bits.shape)
    output, error = bits[:, 0], off[:, 0]
    for place in range(1, bits.shape[1]):
        # outward from whole numbers: a sum of 1 loses in both directions, 0 and 2 cannot leave
        total = output + bits[:, place]
        # an output of 1 is wrong by -error from the second bit on
        step = np.where((output == 1) & (place > 1), -error, error) + off[:, place]
        inward = np.where(total == 2, -step, step)
        error = np.where(total == 1, np.abs(step), np.maximum(inward, 0.0))
        output = total % 2
    made = Network(parity_chain(7), PLAIN).evaluate(bits + off)[:, 0]
    np.testing.assert_allclose(np.abs(made - output), error, atol=1e-14)


def test_disturbed_chains_are_cleaned_up_to_an_eighth_and_no_further() -> None:
    # the first gate reads two inputs; both leave 0 by delta
    network = Network(parity_chain(3), SATURATING)
    assert network.evaluate(np.full((1, 3), 0.125))[0, 0] == 0
    pushed = np.array([[0.2, 0.2, 0.0]])
    # 2 (0.4 - 1/4) = 0.3 after the first gate, 2 (0.3 - 1/4) = 0.1 after the second
    assert network.evaluate(pushed)[0, 0] == pytest.approx(0.1)
