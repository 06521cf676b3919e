"""Circuits in a row compute what they compute one after the other."""

from itertools import pairwise

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.copying import chained
from tests.unit.studies.circuits.random_circuits import random_circuit


@pytest.mark.parametrize("seed", range(12))
def test_a_chain_is_the_composition(seed: int) -> None:
    widths = [3, 5, 4, 4, 2]
    parts = [
        random_circuit(10 * seed + place, inputs=width, gates=12, outputs=after)
        for place, (width, after) in enumerate(pairwise(widths))
    ]
    bits = all_inputs(3)
    expected = bits
    for part in parts:
        expected = reference.evaluate(part, expected)
    chain = chained(parts)
    np.testing.assert_array_equal(reference.evaluate(chain, bits), expected)
    assert chain.size == sum(part.size for part in parts)
    assert chain.edges == sum(part.edges for part in parts)


def test_a_chain_of_one_is_that_circuit() -> None:
    circuit = random_circuit(1)
    alone = chained([circuit])
    for name, array in circuit.arrays().items():
        np.testing.assert_array_equal(alone.arrays()[name], array)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="5 inputs follows 6 outputs"):
        chained([random_circuit(1), random_circuit(2)])
    with pytest.raises(ValueError, match="at least one circuit"):
        chained([])
