"""One layer of the attention-only model, taken k times: step t reads at index t.

The layer is the first one of ``attention.model``: its keys are learned, a k N x k N matrix, and it
copies the codes that it attends to. Asked for (t, c), it gives weights to pairs; those of index t
are the weights on the next symbol.
"""

import numpy as np
from jaxtyping import Float, Int64

from compsparse.studies.composition.attention.gradient import slope_of, through_softmax
from compsparse.studies.composition.attention.model import softmax

Layer = Float[np.ndarray, "token token"]


def _blocks(attention: Layer, folds: int) -> Float[np.ndarray, "fold n n"]:
    """Return the weights on the keys of the index that is asked."""
    symbols = len(attention) // folds
    blocks = attention.reshape(folds, symbols, folds, symbols)
    return blocks[np.arange(folds), :, np.arange(folds)]


class Chains:
    """Questions for k hops from (1, x), and the symbols to their answers."""

    def __init__(
        self,
        read: Int64[np.ndarray, "batch fold n"],
        start: Int64[np.ndarray, " batch"],
        chain: Int64[np.ndarray, "batch fold"],
    ) -> None:
        """Keep what is read, the x, and the symbols after each step, the answer last."""
        self.read, self.start, self.chain = read, start, chain
        self._holder = read.argsort(axis=-1)

    def step_gradient(self, layer: Layer) -> Layer:
        """Return the gradient of the mean loss of all steps, the symbols before given."""
        _, folds, symbols = self.read.shape
        before = np.concatenate([self.start[:, None], self.chain[:, :-1]], axis=1)
        holder = np.take_along_axis(self._holder, self.chain[..., None], axis=2)[..., 0]
        index = np.arange(folds) * symbols
        entries = ((index + before) * len(layer) + index + holder).reshape(-1)
        attention = softmax(layer.copy())
        slope = slope_of(attention.reshape(-1)[entries], 1 / entries.size)
        added = np.bincount(entries, slope, minlength=layer.size)
        return through_softmax(attention, added.reshape(layer.shape).astype(np.float32))

    def unrolled(self, keys: Float[np.ndarray, "fold n n"]) -> list[Float[np.ndarray, "batch n"]]:
        """Return the weights on symbols at the start and after each step, mixed by those before."""
        weights = [np.eye(keys.shape[-1], dtype=keys.dtype)[self.start]]
        for index, key in enumerate(keys):
            held = weights[-1] @ key
            # a value has the weight of the token that holds it
            weights.append(np.take_along_axis(held, self._holder[:, index], axis=1))
        return weights

    def answer_gradient(self, layer: Layer) -> Layer:
        """Return the gradient of the mean loss of the answer after k steps."""
        batch, folds, symbols = self.read.shape
        attention = softmax(layer.copy())
        keys = _blocks(attention, folds)
        weights = self.unrolled(keys)
        rows, answer = np.arange(batch), self.chain[:, -1]
        slope = np.zeros_like(weights[-1])
        slope[rows, answer] = slope_of(weights[-1][rows, answer], 1 / batch)
        added = np.zeros_like(attention)
        blocks = added.reshape(folds, symbols, folds, symbols)
        for index in range(folds - 1, -1, -1):
            held = np.take_along_axis(slope, self.read[:, index], axis=1)
            blocks[index, :, index] = weights[index].T @ held
            slope = held @ keys[index].T
        return through_softmax(attention, added)

    def generated(self, layer: Layer) -> Int64[np.ndarray, " batch"]:
        """Return the last of k symbols of greatest weight, each found from the one before."""
        symbol, rows = self.start, np.arange(len(self.start))
        for index, key in enumerate(_blocks(softmax(layer.copy()), self.read.shape[1])):
            symbol = self.read[rows, index, key.argmax(axis=-1)[symbol]]
        return symbol

    def answered(self, layer: Layer) -> Int64[np.ndarray, " batch"]:
        """Return the answer of greatest weight after k steps that mix symbols."""
        keys = _blocks(softmax(layer.copy()), self.read.shape[1])
        return np.asarray(self.unrolled(keys)[-1].argmax(axis=-1))
