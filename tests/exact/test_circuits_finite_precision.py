"""Theorem 2 for real functions: what can be known without a computer, or with whole numbers."""

import numpy as np
import pytest

from compsparse.statistics.power_law import log_log_slope
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.finite_precision.real_functions.sup_error import (
    all_codes,
    cell_errors,
    input_bits,
    outputs_of,
)
from compsparse.studies.circuits.networks.emulating_network import Network
from compsparse.studies.circuits.networks.subnetwork import SATURATING


def test_small_known_values() -> None:
    """By hand: values of each function to four places, at the codes of simple fractions."""
    known = {
        "product": ([0.5, 0.75], 6),  # 0.375 = 6/16
        "square_root": ([0.25], 8),
        "distance": ([0.5, 0.5], 8),
        "reciprocal": ([0.5], 11),  # 2/3 = 10.67/16
        "logarithm": ([0.5], 9),  # 0.585 = 9.36/16
        "sine": ([0.5], 8),  # 0.4794 = 7.67/16
    }
    for name, (point, wanted) in known.items():
        function = FUNCTIONS[name]
        width = function.code_places(4)
        codes = np.array([[int(part * 2**width) for part in point]], dtype=np.uint64)
        outputs = outputs_of(PackedCircuit(function.circuit(4)), codes, width)
        assert outputs.tolist() == [wanted], name


@pytest.mark.parametrize("places", [1, 2, 3, 4, 5, 6])
def test_codes_of_one_place_more_leave_the_root_a_known_error(places: int) -> None:
    """All x below 2^-(m+1) have the code 0: the error is 2^((m-1)/2) units, and at least 1."""
    function = FUNCTIONS["square_root"]
    width = function.code_places(places)
    codes = all_codes(width, 1, places + 1)
    outputs = outputs_of(PackedCircuit(function.circuit(places)), codes, width)
    errors, _ = cell_errors(function, places, outputs, codes, places + 1)
    assert errors.max() == pytest.approx(max(1.0, 2 ** ((places - 1) / 2)), rel=1e-12)
    if places > 1:
        assert errors.argmax() == 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_network_is_within_the_limit_on_every_real_number(name: str) -> None:
    """Theorem 2, part 2, itself: the network, and every x of the unit cube by its cells."""
    function, places = FUNCTIONS[name], 3
    width = function.code_places(places)
    network = Network(function.circuit(places), SATURATING)
    codes = all_codes(width, function.coordinates)
    answers = network.evaluate(input_bits(codes, width).astype(np.float64))
    values = answers @ 2.0 ** np.arange(places)
    errors, _ = cell_errors(function, places, values.astype(np.uint64), codes)
    assert (values == np.round(values)).all()
    assert errors.max() <= 1.0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_exponents_stay_below_the_degree_counted(name: str) -> None:
    function = FUNCTIONS[name]
    grid = (3, 5, 9)
    circuits = [function.circuit(places) for places in grid]
    total = np.array([function.code_places(places) + places for places in grid], dtype=np.float64)
    sizes = np.array([circuit.size for circuit in circuits], dtype=np.float64)
    depths = np.array([circuit.depth for circuit in circuits], dtype=np.float64)
    assert function.size_degree - 1.3 < log_log_slope(total, sizes) <= function.size_degree
    assert function.depth_degree - 1.3 < log_log_slope(total, depths) <= function.depth_degree


def test_a_root_of_a_product_of_equals() -> None:
    """The distance of (x, x) is x: sums, squares and roots undo each other, up to one unit."""
    function, places = FUNCTIONS["distance"], 6
    width = function.code_places(places)
    codes = np.repeat(np.arange(2**width, dtype=np.uint64)[:, None], 2, axis=1)
    outputs = outputs_of(PackedCircuit(function.circuit(places)), codes, width)
    wanted = np.minimum((codes[:, 0] + np.uint64(2)) >> np.uint64(2), np.uint64(2**places - 1))
    np.testing.assert_array_equal(outputs, wanted)
