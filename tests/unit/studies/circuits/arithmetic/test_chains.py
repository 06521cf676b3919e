"""The chain of XORs and the adder against whole numbers."""

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.chains import parity_chain, ripple_adder
from compsparse.studies.circuits.circuit.packed import PackedCircuit


@pytest.mark.parametrize("bits", [2, 5, 9])
def test_a_chain_of_xors_is_a_parity_as_deep_as_long(bits: int) -> None:
    given = np.random.default_rng(bits).random((200, bits)) < 0.5
    parity = PackedCircuit(parity_chain(bits)).evaluate_bits(given)
    np.testing.assert_array_equal(parity[:, 0], given.sum(axis=1) % 2 == 1)
    assert parity_chain(bits).depth == bits - 1


@pytest.mark.parametrize("bits", [2, 5, 9])
def test_an_adder_adds(bits: int) -> None:
    pairs = np.random.default_rng(bits).integers(2**bits, size=(200, 2))
    places = np.arange(bits)
    both = np.concatenate([(pairs[:, [i]] >> places) & 1 for i in range(2)], axis=1).astype(bool)
    total = PackedCircuit(ripple_adder(bits)).evaluate_bits(both)
    assert (total @ (1 << np.arange(total.shape[1])) == pairs.sum(axis=1)).all()


@pytest.mark.parametrize("chain", [parity_chain, ripple_adder])
def test_a_chain_needs_two_bits(chain: object) -> None:
    assert callable(chain)
    with pytest.raises(ValueError, match="give at least 2"):
        chain(1)
