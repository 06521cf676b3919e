"""Compositions and their three shapes."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.sparse_functions.composition import Composition, Constituent
from compsparse.studies.circuits.sparse_functions.shapes import (
    SHAPES,
    chain,
    most_constituents,
    random_composition,
    shared,
    tree,
)

AND = np.array([False, False, False, True])
LESS = np.array([False, False, True, False])  # second and not first


def random(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_first_source_is_the_lowest_bit_of_an_entry() -> None:
    composition = Composition(3, (Constituent((0, 1), LESS), Constituent((3, 2), AND)))
    bits = all_inputs(3)
    expected = ~bits[:, 0] & bits[:, 1] & bits[:, 2]
    np.testing.assert_array_equal(composition.evaluate(bits), expected)
    assert composition.arity == 2


def test_shapes_by_hand() -> None:
    assert tree(5, 2, random()) == [(0, 1), (2, 3), (5, 6), (7, 4)]
    assert tree(8, 3, random()) == [(0, 1, 2), (3, 4, 5), (6, 7), (8, 9, 10)]
    assert chain(6, 3, random()) == [(0, 1, 2), (6, 3, 4), (7, 5)]
    assert chain(2, 4, random()) == [(0, 1)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("arity", [2, 3, 4])
@pytest.mark.parametrize("inputs", [2, 3, 7, 16, 45])
def test_every_wire_is_read_and_no_constituent_is_too_large(
    shape: str, arity: int, inputs: int
) -> None:
    for seed in range(5):
        wiring = SHAPES[shape](inputs, arity, random(seed))
        assert 1 <= len(wiring) <= most_constituents(inputs)
        read = {wire for sources in wiring for wire in sources}
        assert read == set(range(inputs + len(wiring) - 1))  # all but the output
        for place, sources in enumerate(wiring):
            assert 1 <= len(sources) == len(set(sources)) <= arity
            assert max(sources) < inputs + place


def test_shared_constituents_read_a_wire_that_nobody_has_read() -> None:
    for seed in range(5):
        read: set[int] = set()
        for place, sources in enumerate(shared(30, 4, random(seed))):
            assert len(set(sources) - read) >= 1 + place % 2
            read |= set(sources)


def test_shared_compositions_read_some_wires_twice() -> None:
    wiring = shared(30, 3, random())
    read = [wire for sources in wiring for wire in sources]
    assert len(read) > len(set(read))


def test_trees_depend_on_every_input() -> None:
    composition = random_composition("tree", 8, 3, random(3))
    bits = all_inputs(8)
    values = composition.evaluate(bits)
    for place in range(8):
        flipped = bits.copy()
        flipped[:, place] ^= True
        assert (composition.evaluate(flipped) != values).any()


@pytest.mark.parametrize(
    ("shape", "inputs", "arity", "message"),
    [("ring", 4, 2, "'ring'"), ("tree", 1, 2, "at least 2"), ("tree", 4, 1, "at least 2")],
)
def test_impossible_compositions_are_refused(
    shape: str, inputs: int, arity: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        random_composition(shape, inputs, arity, random())


def test_what_is_no_composition_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Composition(2, ())
    with pytest.raises(ValueError, match="reads 1 wires"):
        Composition(2, (Constituent((0,), AND),))
    with pytest.raises(ValueError, match="0 to 1"):
        Composition(2, (Constituent((0, 2), AND),))
    with pytest.raises(ValueError, match="2 inputs are needed"):
        Composition(2, (Constituent((0, 1), AND),)).evaluate(all_inputs(3))
