"""Shapes: how many weights they have, what fits and what does not."""

import pytest

from compsparse.ensembles.wirings.shape import (
    Level,
    Shape,
    bit_reversed,
    dense,
    dense_widths,
    tree,
)


def test_weights_are_counted_by_hand() -> None:
    # 8, 4, 2 and 1 nodes; the first read two variables, the others two times 16 channels
    assert tree(16, 16).parameters == 8 * 16 * 3 + 7 * 16 * 33 + 17 == 4097
    # one node of each level counts
    assert tree(16, 16, shared=True).parameters == 16 * 3 + 3 * 16 * 33 + 17 == 1649
    assert dense(16, (64, 64, 64)).parameters == 64 * 17 + 2 * 64 * 65 + 65 == 9473
    assert dense(16, (256,)).parameters == 256 * 17 + 257 == 4609


@pytest.mark.parametrize("biases", [True, False])
def test_nonzero_entries_are_those_of_the_matrices(biases: bool) -> None:
    shared = tree(16, 6, shared=True, biases=biases)
    assert shared.nonzeros == tree(16, 6, biases=biases).nonzeros == 8 * 12 + 7 * 72 + 6
    assert dense(16, (48, 24), biases=biases).nonzeros == 16 * 48 + 48 * 24 + 24
    assert tree(16, 6, biases=False).parameters == shared.nonzeros


def test_degrees_are_numbers_of_nodes_below() -> None:
    assert tree(16, 6).degrees == (2, 2, 2, 2, 1)
    assert tree(9, 2, arity=3).degrees == (3, 3, 1)
    assert dense(16, (48, 24)).degrees == (16, 1, 1)


@pytest.mark.parametrize(("layers", "width"), [(1, 256), (2, 20), (3, 64)])
def test_the_largest_dense_network_within_a_number_of_weights(layers: int, width: int) -> None:
    number = dense(16, (width,) * layers).parameters
    assert dense_widths(16, layers, number) == [width] * layers
    assert dense_widths(16, layers, number - 1) == [width - 1] * layers
    larger = dense(16, (width + 1,) * layers).parameters
    assert dense_widths(16, layers, larger - 1) == [width] * layers


def test_reversed_bits_separate_all_neighbours() -> None:
    assert bit_reversed(8).tolist() == [0, 4, 2, 6, 1, 5, 3, 7]
    places = bit_reversed(16).argsort()
    # the first of a pair goes into one half, the second into the other
    assert all(places[first] < 8 <= places[first + 1] for first in range(0, 16, 2))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="d is 6; allowed: powers of the arity, 2"):
        tree(6, 4)
    with pytest.raises(ValueError, match="Level 2 reads 8 numbers; the one below has 6"):
        Shape((Level(2, 2, 3), Level(1, 8, 1)))
    with pytest.raises(ValueError, match="gives 2 numbers, not 1"):
        Shape((Level(1, 2, 2),))
    with pytest.raises(ValueError, match="No dense network of 3 layers has 20 parameters"):
        dense_widths(16, 3, 20)
