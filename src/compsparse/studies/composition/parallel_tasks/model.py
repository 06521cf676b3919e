"""The attention-only model of an automaton: keys and queries learned, copies fixed.

As ``attention.model``, with a token for each index i and state q, which carries (i, q) and the
symbol a_i. Layer 1 attends from it to the token (i, q') of the next state q' and copies its pair;
the next state is learned separately for each index, as hidden permutations are. Each later layer
attends by the pair in the output of the layer before and copies that output from where it attends.
The readout of a window of 2^l symbols from i is the block of index i + 2^l - 1 of the output of
layer l + 1.
"""

import numpy as np
from jaxtyping import Float, Int64

from compsparse.studies.composition.attention.model import Outputs


def shapes(length: int, symbols: int, states: int, layers: int) -> list[tuple[int, int]]:
    """Return the shape of each layer's weights; rows of the first one are indices, symbols, states.

    Columns are keys.
    """
    tokens = length * states
    return [(length * symbols * states, tokens), *([(tokens, tokens)] * (layers - 1))]


class ReadWords:
    """Words that are read, as the first layer sees them (``attention.model.Sequences``)."""

    def __init__(self, words: Int64[np.ndarray, "batch t"], symbols: int, states: int) -> None:
        """Keep which row of the first layer each token's query is."""
        self._words, self._symbols, self._states = words, symbols, states
        held = np.arange(words.shape[1]) * symbols + words
        self._rows = (held[..., None] * states + np.arange(states)).reshape(len(words), -1)

    def spread(self, attention: Float[np.ndarray, "row token"]) -> Outputs:
        """As of ``Sequences``."""
        return np.asarray(attention[self._rows])

    def collect(self, slope: Outputs) -> Float[np.ndarray, "row token"]:
        """As of ``Sequences``: the sum over words that have the row's symbol at its index."""
        batch, length = self._words.shape
        there = self._words.T[:, None] == np.arange(self._symbols)[:, None]
        of_index = slope.reshape(batch, length, -1).transpose(1, 0, 2)
        return np.asarray((there.astype(slope.dtype) @ of_index).reshape(-1, slope.shape[-1]))

    def entries(
        self, asked: Int64[np.ndarray, "batch asked"], pairs: Int64[np.ndarray, "batch asked"]
    ) -> Int64[np.ndarray, "batch asked"]:
        """As of ``Sequences``."""
        tokens = self._rows.shape[1]
        return np.asarray(np.take_along_axis(self._rows, asked, axis=1) * tokens + pairs)

    def select(self, chosen: slice) -> "ReadWords":
        """As of ``Sequences``."""
        return ReadWords(self._words[chosen], self._symbols, self._states)

    def __len__(self) -> int:
        """As of ``Sequences``."""
        return len(self._words)


def theory_keys(
    table: Int64[np.ndarray, "symbol state"], length: int, layers: int
) -> list[Int64[np.ndarray, " row"]]:
    """Return the key that theory assigns to each query content, layer by layer.

    Layer 1: token (i, q') for (i, a, q), where a leads from q to q'. Later: (i + 1, q) for (i, q).
    """
    start = np.arange(length) * table.shape[1]
    first = (table + start[:, None, None]).reshape(-1)
    later = (np.roll(start, -1)[:, None] + np.arange(table.shape[1])).reshape(-1)
    return [first, *([later] * (layers - 1))]
