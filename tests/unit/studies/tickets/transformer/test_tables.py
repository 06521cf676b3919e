"""Tables: values by hand, no idle bit, as many ones as zeros, refusals."""

from itertools import pairwise, product

import numpy as np
import pytest

from compsparse.studies.tickets.transformer.tables import (
    AVAILABLE,
    BooleanTable,
    Task,
    draw_table,
    irrelevant_bits,
)


def values(text: str) -> np.ndarray:
    return np.array([digit == "1" for digit in text])


@pytest.mark.parametrize(
    ("text", "irrelevant"),
    [("0110", []), ("0011", [1]), ("0101", [0]), ("0000", [0, 1]), ("01100110", [0]), ("01", [])],
)
def test_irrelevant_bits(text: str, irrelevant: list[int]) -> None:
    assert irrelevant_bits(values(text)) == irrelevant


def test_a_table_is_read_by_its_bits_first_one_highest() -> None:
    table = BooleanTable(np.array([5, 2]), values("0100"))
    read = np.zeros((2, 2, AVAILABLE), dtype=np.bool_)
    read[0, 0, 2] = True  # 01
    read[0, 1, 5] = True  # 10
    read[1, 0, [2, 5]] = True  # 11
    np.testing.assert_array_equal(table(read), [[True, False], [False, False]])


def test_random_tables_of_two_bits_are_xor_and_its_negation() -> None:
    tables = [draw_table(Task(2, "random"), np.random.default_rng(seed)) for seed in range(40)]
    found = {"".join("01"[int(value)] for value in table.values) for table in tables}
    assert found == {"0110", "1001"}


@pytest.mark.parametrize("arity", [1, 2, 3, 4, 6])
def test_random_tables_are_balanced_and_every_bit_matters(arity: int) -> None:
    tables = [draw_table(Task(arity, "random"), np.random.default_rng(seed)) for seed in range(30)]
    for table in tables:
        assert table.values.sum() == 2 ** (arity - 1)
        assert irrelevant_bits(table.values) == []
        assert len(set(table.bits.tolist())) == arity
    assert len({tuple(table.bits.tolist()) for table in tables}) > 5


@pytest.mark.parametrize("arity", [1, 3, 5])
def test_majority(arity: int) -> None:
    table = draw_table(Task(arity, "majority"), np.random.default_rng(0))
    wanted = [sum(digits) > arity / 2 for digits in product([0, 1], repeat=arity)]
    np.testing.assert_array_equal(table.values, wanted)


def test_a_dense_table_is_balanced_and_reads_all() -> None:
    first, second = (
        draw_table(Task(AVAILABLE, "dense"), np.random.default_rng(seed)) for seed in (0, 1)
    )
    assert first.values.sum() == 2 ** (AVAILABLE - 1)
    assert sorted(first.bits) == list(range(AVAILABLE))
    assert 0.3 < (first.values == second.values).mean() < 0.7
    # a quadratic form: all bits turned over change nothing but ties
    assert (first.values == first.values[::-1]).mean() > 0.999
    halves = [first.values.reshape((2,) * AVAILABLE).take(1, axis=bit).mean() for bit in range(16)]
    assert all(abs(one - other) < 0.1 for one, other in pairwise(halves))
