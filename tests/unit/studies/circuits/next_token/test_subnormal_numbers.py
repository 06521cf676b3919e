"""Arithmetic without subnormal numbers."""

import numpy as np
import pytest

from compsparse.studies.circuits.next_token import end_to_end, subnormal_numbers
from compsparse.studies.circuits.next_token.end_to_end import drawn_network, fitted_network

SMALL = np.full(16, 1e-20, dtype=np.float32)
SUBNORMAL = np.full(16, 1e-39, dtype=np.float32)


def test_they_are_written_and_read_as_zero() -> None:
    large = np.float32(1e10)
    with subnormal_numbers.taken_for_zero():
        product, read = SMALL * SMALL, SUBNORMAL * large
    assert not product.any()
    assert not read.any()
    assert (SMALL * SMALL > 0).all()
    assert (SUBNORMAL * large > 0).all()


def test_sums_of_products_do_so_too() -> None:
    with subnormal_numbers.taken_for_zero():
        assert SMALL @ SMALL == 0
        assert not (SMALL.reshape(4, 4) @ SMALL.reshape(4, 4)).any()


def test_an_error_leaves_arithmetic_as_it_was() -> None:
    with pytest.raises(KeyError), subnormal_numbers.taken_for_zero():
        raise KeyError
    assert (SMALL * SMALL > 0).all()


def test_networks_are_trained_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    monkeypatch.setattr(
        end_to_end, "network_gradient", lambda network, *_: found.append(SMALL * SMALL) or network
    )
    fitted_network(
        drawn_network(2, 4, 1, [np.random.default_rng(0)]),
        np.ones((1, 4, 3), dtype=np.float32),
        np.ones((1, 4, 1), dtype=np.float32),
        passes=1,
        batch=4,
        rates=np.array([0.1], dtype=np.float32),
        decay=0.1,
        orders=[np.random.default_rng(1)],
    )
    assert len(found) == 1
    assert not found[0].any()
