"""Known answers on threshold gates: Theorem 1, steps 2 and 3, of document 000."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.threshold.bounded import bounded_fan_in
from compsparse.studies.circuits.threshold.single_gate import (
    single_gate_functions,
    summable_functions,
)
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdGate, from_gates


@pytest.mark.parametrize(("inputs", "known"), [(1, 4), (2, 14), (3, 104), (4, 1882)])
def test_numbers_of_threshold_functions(inputs: int, known: int) -> None:
    found = single_gate_functions(inputs, 3)
    assert int(found.sum()) == known
    np.testing.assert_array_equal(found, ~summable_functions(inputs))


def test_larger_weights_find_no_further_function() -> None:
    np.testing.assert_array_equal(single_gate_functions(4, 4), single_gate_functions(4, 3))


@pytest.mark.parametrize("sources", range(1, 11))
def test_unit_weights_at_every_threshold_count_binomial_tails(sources: int) -> None:
    thresholds = range(-1, sources + 3)
    gates = [ThresholdGate(range(sources), [1] * sources, bound) for bound in thresholds]
    circuit = bounded_fan_in(from_gates(sources, gates, range(sources, sources + len(gates))))
    true = PackedCircuit(circuit).evaluate_bits(all_inputs(sources)).sum(axis=0)
    counts = np.bincount(all_inputs(sources).sum(axis=1), minlength=sources + 1)
    assert true.tolist() == [int(counts[max(0, bound) :].sum()) for bound in thresholds]
