"""A transformer of one block on tokens of bits, many side by side, with its gradient by hand.

Attention is causal, with layer norm before attention, before the MLP and before the readout.
Activations are [network, feature, token, sequence]: what is summed or repeated over features then
runs along sequences, in memory. At the first token nothing is predicted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from compsparse.ensembles.initialization import initialize, linear_default
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED, BITS, TOKENS
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS

MLP = (*MLP_WEIGHTS, "up_shift", "down_shift")
EPSILON = 1e-5  # added to variances, torch's default
Arrays = Mapping[str, np.ndarray]
Features = Float32[np.ndarray, "network _ _"]  # network, feature, row


@dataclass(frozen=True)
class Shape:
    """A transformer of one block.

    Attributes:
        width: of the residual stream.
        heads: of attention; they divide the width.
        hidden: units of the MLP; 0 if there is none.
        outputs: bits that are predicted at a token.
    """

    width: int
    heads: int
    hidden: int
    outputs: int

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each parameter of a network, maps as [input, output]."""
        w = self.width
        sizes: dict[str, tuple[int, ...]] = {
            "embedding": (BITS + TOKENS, w),
            "attention": (w, 3 * w),
            "attention_out": (w, w),
            **{f"{name}_{norm}": (w,) for norm in ("first", "last") for name in ("gain", "shift")},
            "reading": (w, self.outputs),
            "reading_shift": (self.outputs,),
        }
        if self.hidden:
            sizes |= {
                "gain_mlp": (w,),
                "shift_mlp": (w,),
                "up": (w, self.hidden),
                "down": (self.hidden, w),
                "up_shift": (self.hidden,),
                "down_shift": (w,),
            }
        return sizes


def first_parameters(shape: Shape, randoms: Sequence[np.random.Generator]) -> Parameters:
    """Return first weights, one network per generator: torch's defaults, but biases are zero."""
    parameters = Parameters(len(randoms), shape.sizes())
    drawn = dict.fromkeys(("attention", "attention_out", "reading", *MLP_WEIGHTS), linear_default)
    initializers = {
        name: drawn.get(name, _one if name.startswith("gain") else _zero)
        for name in parameters.shapes
    }
    initialize(parameters, {**initializers, "embedding": _embedding}, randoms)
    return parameters


def token_features(bits: np.ndarray) -> Float32[np.ndarray, "*any 12 row"]:
    """Return bits [..., sequence, token, bit] as -1 and 1, and the place of each token.

    Rows are all first tokens, then all second ones, and so on.
    """
    sequences = bits.shape[-3]
    features = np.zeros((*bits.shape[:-3], BITS + TOKENS, TOKENS, sequences), np.float32)
    features[..., :BITS, :, :] = np.where(np.moveaxis(bits, -3, -1).swapaxes(-3, -2), 1.0, -1.0)
    for place in range(TOKENS):
        features[..., BITS + place, place, :] = 1.0
    return features.reshape(*bits.shape[:-3], BITS + TOKENS, -1)


class Transformer:
    """Networks side by side: logits, and the gradient of the cross-entropy.

    Gains and shifts of a norm are folded into the map that reads it, which is far smaller than the
    activations. A shift of keys changes nothing, and one of values is added after attention.
    """

    def __init__(self, shape: Shape, weights: Arrays) -> None:
        """Bind networks to their parameters, views [network, ...]."""
        self._shape, self._weights = shape, weights

    def logits(self, features: Features) -> Float32[np.ndarray, "network output row"]:
        """Return the logits of the predicted bits, from ``token_features``; keep what was seen."""
        weights, shape = self._weights, self._shape
        self._features = features
        self._streams = [self.attended(features)]
        if shape.hidden:
            self._read = _Norm(self._streams[0], weights, "mlp", "up")
            self._hidden = self._read.mapped()
            self._hidden += weights["up_shift"][..., None]
            # with the number 0 it takes four times as long
            np.maximum(self._hidden, np.zeros_like(self._hidden[0, 0]), out=self._hidden)
            added = np.matmul(weights["down"].swapaxes(1, 2), self._hidden)
            added += weights["down_shift"][..., None]
            self._streams.append(np.add(added, self._streams[0], out=added))
        self._last = _Norm(self._streams[-1], weights, "last", "reading")
        found = self._last.mapped()
        found += weights["reading_shift"][..., None]
        return np.asarray(found)

    def attended(self, features: Features) -> Features:
        """Return the stream after attention, rows of the predicting tokens alone."""
        weights, shape = self._weights, self._shape
        stream = np.matmul(weights["embedding"].swapaxes(1, 2), features)
        self._first = _Norm(stream, weights, "first", "attention", shift=False)
        by_head = shape.heads, shape.width // shape.heads, TOKENS, -1
        networks = len(stream)
        projected = self._first.mapped().reshape(networks, 3, *by_head)
        shifts = np.matmul(weights["shift_first"][:, None], weights["attention"])
        self._shifts = shifts.reshape(networks, 3, *by_head[:2], 1, 1)
        query = projected[:, 0, :, :, 1:]
        query += self._shifts[:, 0]
        query *= np.float32(by_head[1] ** -0.5)
        # [network, head, feature, predicting token, token, sequence]
        self._query, self._key, self._value = (
            query[..., None, :],
            projected[:, 1][:, :, :, None],
            projected[:, 2][:, :, :, None],
        )
        scores = (self._query * self._key).sum(axis=2)
        scores += _MASK
        scores -= scores.max(axis=3, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=3, keepdims=True)
        self._scores = scores
        carried = (scores[:, :, None] * self._value).sum(axis=4)
        carried += self._shifts[:, 2]
        self._carried = carried.reshape(networks, shape.width, -1)
        answers = stream.reshape(networks, shape.width, TOKENS, -1)[:, :, 1:]
        out = np.matmul(weights["attention_out"].swapaxes(1, 2), self._carried)
        out += answers.reshape(out.shape)
        return np.asarray(out)

    def backward(self, slope: Float32[np.ndarray, "network output row"], gradient: Arrays) -> None:
        """Overwrite the gradient with that of a function whose slope in the logits is given."""
        weights = self._weights
        np.sum(slope, axis=2, out=gradient["reading_shift"])
        change = self._last.backward(slope, gradient)
        if self._shape.hidden:
            np.sum(change, axis=2, out=gradient["down_shift"])
            np.matmul(self._hidden, change.swapaxes(1, 2), out=gradient["down"])
            hidden = np.matmul(weights["down"], change)
            hidden *= self._hidden > 0
            np.sum(hidden, axis=2, out=gradient["up_shift"])
            change += self._read.backward(hidden, gradient)
        np.matmul(self._carried, change.swapaxes(1, 2), out=gradient["attention_out"])
        self._attention_backward(np.matmul(weights["attention_out"], change), change, gradient)

    def _attention_backward(
        self, to_carried: Features, to_answers: Features, gradient: Arrays
    ) -> None:
        shape, weights = self._shape, self._weights
        networks, scores = len(to_carried), self._scores
        by_head = shape.heads, shape.width // shape.heads
        carried = to_carried.reshape(networks, *by_head, ANSWERED, 1, -1)
        to_projected = np.empty((networks, 3, *by_head, TOKENS, carried.shape[-1]), np.float32)
        np.sum(scores[:, :, None] * carried, axis=3, out=to_projected[:, 2])
        to_scores = (carried * self._value).sum(axis=2)
        to_scores -= (to_scores * scores).sum(axis=3, keepdims=True)
        to_scores *= scores
        spread = to_scores[:, :, None]
        to_projected[:, 0, :, :, 0] = 0.0
        np.sum(spread * self._key, axis=4, out=to_projected[:, 0, :, :, 1:])
        to_projected[:, 0] *= np.float32(by_head[1] ** -0.5)
        np.sum(spread * self._query, axis=3, out=to_projected[:, 1])
        flat = to_projected.reshape(networks, 3 * shape.width, -1)
        change = self._first.backward(flat, gradient)
        # the shifts of the first norm reach the queries and the values; of keys the sum is zero
        to_shifts = flat.sum(axis=2)
        to_shifts[:, shape.width : 2 * shape.width] = 0.0
        gradient["attention"] += weights["shift_first"][..., None] * to_shifts[:, None]
        np.matmul(
            weights["attention"], to_shifts[..., None], out=gradient["shift_first"][..., None]
        )
        by_token = change.reshape(networks, shape.width, TOKENS, -1)
        by_token[:, :, 1:] += to_answers.reshape(networks, shape.width, ANSWERED, -1)
        np.matmul(self._features, change.swapaxes(1, 2), out=gradient["embedding"])


class _Norm:
    """A layer norm with the map that reads it."""

    def __init__(
        self, stream: Features, weights: Arrays, norm: str, reader: str, *, shift: bool = True
    ) -> None:
        self._weights, self._norm, self._reader = weights, norm, reader
        self._gain, self._map = weights[f"gain_{norm}"][..., None], weights[reader]
        self._shift = weights[f"shift_{norm}"] if shift else None
        self._share = np.float32(1 / stream.shape[1])
        self.normal = stream - stream.sum(axis=1, keepdims=True) * self._share
        variance = np.square(self.normal).sum(axis=1, keepdims=True) * self._share
        self._inverse = 1 / np.sqrt(variance + np.float32(EPSILON))
        self.normal *= self._inverse

    def mapped(self) -> Features:
        """Return what the map gives."""
        found = np.matmul((self._gain * self._map).swapaxes(1, 2), self.normal)
        if self._shift is not None:
            found += np.matmul(self._map.swapaxes(1, 2), self._shift[..., None])
        return np.asarray(found)

    def backward(self, slope: Features, gradient: Arrays) -> Features:
        """Overwrite the gradients of gain, shift and map; return that of the stream."""
        to_map = gradient[self._reader]
        np.matmul(self.normal, slope.swapaxes(1, 2), out=to_map)
        np.sum(to_map * self._map, axis=2, out=gradient[f"gain_{self._norm}"])
        to_map *= self._gain
        if self._shift is not None:
            sums = slope.sum(axis=2)
            to_map += self._shift[..., None] * sums[:, None]
            shifts = gradient[f"shift_{self._norm}"]
            np.matmul(self._map, sums[..., None], out=shifts[..., None])
        change = np.matmul(self._gain * self._map, slope)
        along = (change * self.normal).sum(axis=1, keepdims=True) * self._share
        change -= change.sum(axis=1, keepdims=True) * self._share
        change -= self.normal * along
        change *= self._inverse
        return np.asarray(change)


def cross_entropy_slope(
    logits: Float32[np.ndarray, "network output row"],
    labels: Float32[np.ndarray, "network output row"],
) -> Float32[np.ndarray, "network output row"]:
    """Return the slope of the cross-entropy, a mean over rows and a sum over outputs.

    A sum, so that the weight of an output against the L1 penalty does not depend on their number.
    """
    slope = np.tanh(logits * np.float32(0.5))  # a sigmoid that cannot overflow
    slope += 1 - 2 * labels
    slope *= np.float32(0.5 / labels.shape[2])
    return np.asarray(slope)


def _causal() -> Float32[np.ndarray, "3 4 1"]:
    later = np.triu(np.ones((TOKENS, TOKENS)), 1)[1:, :, None] > 0
    return np.where(later, -np.inf, 0.0).astype(np.float32)


_MASK = _causal()


def _embedding(random: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw the map of the bits and, as torch's embeddings, normal vectors of the places."""
    bits = linear_default(random, (BITS, shape[1]))
    return np.concatenate([bits, random.standard_normal((TOKENS, shape[1]))])


def _one(random: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.ones(shape)


def _zero(random: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.zeros(shape)
