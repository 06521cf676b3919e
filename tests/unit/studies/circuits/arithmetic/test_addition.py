"""Adders against whole numbers, on all inputs."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.addition import (
    carry_save,
    full_adder,
    half_adder,
    ripple_sum,
    round_limit,
    sum_of_columns,
)
from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit


def values(builder: Builder, outputs: Sequence[int]) -> list[int]:
    """Return the number on these wires for each input."""
    bits = all_inputs(builder.inputs)
    evaluated = PackedCircuit(builder.build(outputs)).evaluate_bits(bits)
    return numbers_of(evaluated).astype(int).tolist()


@pytest.mark.parametrize("fold", [False, True])
def test_full_and_half_adder(fold: bool) -> None:
    builder = Builder(3, fold=fold)
    bits = all_inputs(3)
    assert values(builder, full_adder(builder, 0, 1, 2)) == bits.sum(axis=1).tolist()
    assert values(builder, half_adder(builder, 0, 1)) == bits[:, :2].sum(axis=1).tolist()


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("first", range(5))
@pytest.mark.parametrize("second", range(5))
def test_the_ripple_sum_of_two_numbers(first: int, second: int, fold: bool) -> None:
    builder = Builder(first + second, fold=fold)
    total = ripple_sum(builder, range(first), range(first, first + second))
    assert len(total) == (max(first, second) + 1 if first and second else max(first, second))
    numbers = range(2 ** (first + second))
    expected = [number % 2**first + (number >> first) for number in numbers]
    assert values(builder, total) == expected


def heights(seed: int) -> list[int]:
    """Return how many wires the columns have, at most 10 together, some of them none."""
    random = np.random.default_rng(seed)
    drawn: list[int] = []
    while sum(drawn) < 10 and len(drawn) < 6:
        drawn.append(min(int(random.integers(8)), 10 - sum(drawn)))
    return drawn


def columns_of(counts: Sequence[int]) -> list[list[int]]:
    """Return columns of so many inputs, in order."""
    ends = np.cumsum(counts).tolist()
    return [list(range(end - count, end)) for end, count in zip(ends, counts, strict=True)]


def weighted(counts: Sequence[int]) -> list[int]:
    """Return the sum of each input."""
    places = np.repeat(np.arange(len(counts)), counts)
    return (all_inputs(sum(counts)) @ 2**places).tolist()


Summing = Callable[[Builder, list[list[int]]], list[int]]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("places", [None, 0, 1, 3, 6])
def test_the_sum_of_columns(seed: int, places: int | None) -> None:
    counts = heights(seed)
    builder = Builder(sum(counts), fold=seed % 2 == 1)
    total = sum_of_columns(builder, columns_of(counts), places)
    modulus = 2**60 if places is None else 2**places
    assert values(builder, total) == [number % modulus for number in weighted(counts)]
    assert len(total) <= sum(count << place for place, count in enumerate(counts)).bit_length()


@pytest.mark.parametrize("seed", range(10))
def test_carry_save_keeps_the_sum_in_two_rows(seed: int) -> None:
    counts = heights(seed)
    builder = Builder(sum(counts))
    columns = carry_save(builder, columns_of(counts))
    assert max(map(len, columns), default=0) <= 2
    total = 0
    for place, column in enumerate(columns):
        for wire in column:
            total = total + (np.array(values(builder, [wire]), dtype=int) << place)
    np.testing.assert_array_equal(total, weighted(counts))
    circuit = builder.build([])
    assert {*circuit.kinds.tolist()} <= {Kind.XOR, Kind.AND, Kind.MAJORITY}
    assert circuit.fan_in <= 3


def rounds(counts: Sequence[int]) -> int:
    """Return the rounds of carry-save that columns of so many inputs take."""
    builder = Builder(sum(counts))
    columns = carry_save(builder, columns_of(counts))
    assert max(map(len, columns)) <= 2
    return builder.build([wire for column in columns for wire in column]).depth


@pytest.mark.parametrize(
    ("tallest", "limit"), [(0, 0), (2, 0), (3, 1), (4, 2), (6, 3), (7, 4), (9, 4), (13, 5), (14, 6)]
)
def test_the_limit_of_rounds(tallest: int, limit: int) -> None:
    assert round_limit(tallest) == limit
    if tallest:
        assert rounds([tallest] * 9) <= limit


@pytest.mark.parametrize("seed", range(40))
def test_no_columns_take_more_rounds_than_the_limit(seed: int) -> None:
    random = np.random.default_rng(seed)
    counts = random.integers(1 + seed, size=20).tolist()
    assert rounds([*counts, 1]) <= round_limit(max(counts))


def test_a_carry_does_not_ripple_through_columns_of_two() -> None:
    assert rounds([3, *([2] * 20)]) == 1


@pytest.mark.parametrize(
    ("counts", "places", "gates"),
    [
        ([4], 1, [Kind.XOR] * 2),  # no carry leaves the only place
        ([3, 1], 2, [Kind.XOR, Kind.MAJORITY, Kind.XOR]),
        ([2, 2], 2, [Kind.XOR, Kind.AND, Kind.XOR]),
        ([2, 3], 1, [Kind.XOR]),
    ],
)
def test_places_that_are_not_asked_for_cost_no_gates(
    counts: list[int], places: int, gates: list[Kind]
) -> None:
    builder = Builder(sum(counts))
    circuit = builder.build(sum_of_columns(builder, columns_of(counts), places))
    assert [Kind(kind) for kind in circuit.kinds] == gates


def test_a_negative_number_of_places_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 places"):
        sum_of_columns(Builder(1), [[0]], -1)
