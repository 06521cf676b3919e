"""Circuits of two whole numbers, evaluated on all of them."""

from collections.abc import Callable, Sequence

import numpy as np

from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.packed import PackedCircuit

Gates = Callable[[Builder, Sequence[int], Sequence[int]], Sequence[int]]


def on_all(gates: Gates, first: int, second: int, *, fold: bool) -> np.ndarray:
    """Return rows of (first number, second number, result) for all numbers of so many places."""
    builder = Builder(first + second, fold=fold)
    outputs = gates(builder, range(first), range(first, first + second))
    circuit = builder.build(outputs)
    assert circuit.fan_in <= 3
    bits = all_inputs(first + second)
    result = numbers_of(PackedCircuit(circuit).evaluate_bits(bits))
    rows = numbers_of(bits[:, :first]), numbers_of(bits[:, first:]), result
    return np.stack(rows, axis=1).astype(np.int64)


def signed(numbers: np.ndarray, places: int) -> np.ndarray:
    """Return what whole numbers mean in two's complement."""
    return np.where(numbers >= 2 ** (places - 1), numbers - 2**places, numbers)
