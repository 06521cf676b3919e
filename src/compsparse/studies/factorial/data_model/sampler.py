"""Samples of pairs (x, y): x uniform, y drawn factor by factor from the small tables."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64, Int64


class Sampler:
    """Draws pairs of one run from its own generator."""

    def __init__(
        self,
        parent_states: Int64[np.ndarray, "factor x"],
        tables: Sequence[Float64[np.ndarray, "_ _"]],
        random: np.random.Generator,
    ) -> None:
        """Take the row of each output factor's table at each input, and the tables."""
        self._factors = [
            _FactorSampler(states, table)
            for states, table in zip(parent_states, tables, strict=True)
        ]
        self._inputs = parent_states.shape[1]
        self._random = random

    def draw(
        self, samples: int
    ) -> tuple[Int64[np.ndarray, " sample"], Int64[np.ndarray, " sample"]]:
        """Return ``samples`` inputs and one output for each."""
        inputs = self._random.integers(self._inputs, size=samples)
        outputs = np.zeros(samples, dtype=np.int64)
        place = 1  # the first output factor varies fastest
        for factor in self._factors:
            outputs += place * factor.draw(inputs, self._random.random(samples))
            place *= factor.size
        return inputs, outputs


class _FactorSampler:
    """Inverts the cumulative distribution of one output factor."""

    def __init__(
        self, states: Int64[np.ndarray, " x"], table: Float64[np.ndarray, "state outcome"]
    ) -> None:
        self.size = table.shape[1]
        # padded to a power of 2 for the search; no uniform number reaches infinity
        width = 1 << (self.size - 1).bit_length()
        cumulative = np.full((len(table), width), np.inf)
        cumulative[:, : self.size - 1] = np.cumsum(table, axis=1)[:, :-1]
        self._cumulative = cumulative.reshape(-1)
        self._rows = states * width
        self._width = width

    def draw(
        self, inputs: Int64[np.ndarray, " sample"], uniform: Float64[np.ndarray, " sample"]
    ) -> Int64[np.ndarray, " sample"]:
        """Return the number of cumulative probabilities that are at most ``uniform``."""
        start = self._rows[inputs]
        place = start.copy()
        half = self._width // 2
        # binary search, all samples at once
        while half:
            place += half * (self._cumulative[place + (half - 1)] <= uniform)
            half //= 2
        outcome: Int64[np.ndarray, " sample"] = place - start
        return outcome
