import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.factorial.data_model.factorization import Factorization

small_sizes = st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)


@pytest.mark.parametrize(
    ("text", "sizes", "slug"),
    [
        ("2^12", (2,) * 12, "2pow12"),
        ("64^2", (64, 64), "64pow2"),
        ("4096", (4096,), "4096"),
        ("2^3*3^2*5", (2, 2, 2, 3, 3, 5), "2pow3_3pow2_5"),
        ("3*4*3", (3, 4, 3), "3_4_3"),
    ],
)
def test_notation(text: str, sizes: tuple[int, ...], slug: str) -> None:
    factorization = Factorization.parse(text)
    assert factorization.sizes == sizes
    assert factorization.label == text
    assert factorization.slug == slug


@given(small_sizes)
def test_label_round_trip(sizes: tuple[int, ...]) -> None:
    space = Factorization(sizes)
    assert Factorization.parse(space.label) == space


@given(small_sizes)
def test_coordinates_are_fortran_order_and_invertible(sizes: tuple[int, ...]) -> None:
    space = Factorization(sizes)
    tokens = np.arange(space.size)
    coordinates = space.coordinates(tokens)
    expected = np.stack(np.unravel_index(tokens, space.sizes, order="F"), axis=1)
    np.testing.assert_array_equal(coordinates, expected)
    np.testing.assert_array_equal(space.tokens(coordinates), tokens)


def test_first_factor_varies_fastest() -> None:
    space = Factorization((2, 3))
    assert space.size == 6
    assert space.strides == (1, 2)
    assert space.coordinates(np.array([1, 2, 5])).tolist() == [[1, 0], [0, 1], [1, 2]]


@pytest.mark.parametrize("text", ["", "2^", "^2", "2^0", "0", "-3", "2**3", "2.5", "2x3", "2^-1"])
def test_unreadable_notation(text: str) -> None:
    with pytest.raises(ValueError, match=r"2\^12"):
        Factorization.parse(text)


def test_product_must_be_the_size() -> None:
    assert Factorization.parse("2^3*8", size=64).size == 64
    with pytest.raises(ValueError, match="32 tokens where 64 are needed"):
        Factorization.parse("2^5", size=64)


@pytest.mark.parametrize("sizes", [(), (0,), (2, -1)])
def test_unusable_sizes(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="integer >= 1"):
        Factorization(sizes)
