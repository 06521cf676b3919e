"""A transformer with MLP layers (document 003, Part II, 'Experiments').

Pre-norm blocks of attention without a mask and an MLP with GELU; token (i, j) is the sum of a
learned embedding of (i, j) and one of (i, sigma_i(j)). With all readouts after the last layer,
nothing assigns a hop to a layer; with a readout after each layer, hops supervise the layers. Either
way each hop has a linear readout of the normalised stream. The document says no more than 'a normal
transformer with MLP layers', so the rest is this project's choice. Normalisation has no scale and
bias: the matrices that follow would absorb them. All is numpy's arithmetic, whose bytes are the
same on all x86-64 machines.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np
from jaxtyping import Float, Float32, Int64

from compsparse.studies.composition.attention.model import row_sums, softmax

_EMBEDDING = 0.5  # in units of 1 / sqrt(width): two embeddings are added
_EPSILON = 1e-5  # what torch adds to a variance
# GELU by the hyperbolic tangent is x sigmoid(x (slope + slope bend x^2))
_SLOPE, _BEND = 2 * math.sqrt(2 / math.pi), 0.044715
Rows = Float[np.ndarray, "row width"]


@dataclass(frozen=True)
class Shape:
    """The sizes of a transformer.

    Attributes:
        folds: k.
        symbols: N.
        hops: how many powers of two are read.
        layers: blocks, each of attention and an MLP.
        width: d, numbers of a token; the MLP has twice as many.
        heads: of attention; they divide the width.
        readout_layers: the layer, from 0, after which each hop is read; empty: all after the last.
    """

    folds: int
    symbols: int
    hops: int
    layers: int
    width: int
    heads: int
    readout_layers: tuple[int, ...] = ()

    @property
    def tokens(self) -> int:
        """Length of a sequence, k N."""
        return self.folds * self.symbols

    def readouts(self) -> list[tuple[int, slice]]:
        """Return layers and the answers read after them, in the order of hops.

        Consecutive hops with the same layer share one readout.
        """
        layers = self.readout_layers or (self.layers - 1,) * self.hops
        found, start = [], 0
        for layer, group in groupby(layers):
            stop = start + len(list(group)) * self.symbols
            found.append((layer, slice(start, stop)))
            start = stop
        return found

    def labelled(self, hops: slice) -> list[tuple[int, slice]]:
        """Return the same of some hops alone."""
        found = []
        for layer, columns in self.readouts():
            start = max(columns.start, hops.start * self.symbols)
            stop = min(columns.stop, hops.stop * self.symbols)
            if start < stop:
                found.append((layer, slice(start, stop)))
        return found

    def parts(self) -> list[tuple[tuple[int, ...], float]]:
        """Return the shape of every parameter, in order, and its initial standard deviation."""
        d, residual = self.width, 1 / math.sqrt(2 * self.layers)
        code = ((self.tokens, d), _EMBEDDING / math.sqrt(d))
        block = [
            ((d, 3 * d), 1 / math.sqrt(d)),
            ((d, d), residual / math.sqrt(d)),
            ((d, 2 * d), 1 / math.sqrt(d)),
            ((1, 2 * d), 0.0),
            ((2 * d, d), residual / math.sqrt(2 * d)),
            ((1, d), 0.0),
        ]
        answers = self.hops * self.symbols
        return [code, code, *(block * self.layers), ((d, answers), d**-0.5), ((1, answers), 0.0)]

    @cached_property
    def places(self) -> list[tuple[slice, tuple[int, ...]]]:
        """Where the parameters lie in a row, and their shapes."""
        sizes = [size for size, _ in self.parts()]
        stops = np.cumsum([math.prod(size) for size in sizes]).tolist()
        return [
            (slice(start, stop), size)
            for start, stop, size in zip([0, *stops], stops, sizes, strict=False)
        ]


def first_weights(shape: Shape, random: np.random.Generator) -> Float32[np.ndarray, " weight"]:
    """Return the weights of a model in a row, in the order of ``Shape.parts``."""
    scales = np.concatenate([np.full(math.prod(size), scale) for size, scale in shape.parts()])
    return np.asarray(random.standard_normal(len(scales)) * scales, dtype=np.float32)


def parts_of(shape: Shape, weights: Float[np.ndarray, " weight"]) -> list[np.ndarray]:
    """Return views on each parameter: two embeddings, six of each block, matrix and bias."""
    return [weights[place].reshape(size) for place, size in shape.places]


@dataclass(frozen=True)
class Normalised:
    """Rows of mean zero and variance one, and their inverse standard deviations."""

    values: Rows
    inverse: Float[np.ndarray, "row 1"]

    @classmethod
    def of(cls, rows: Rows) -> "Normalised":
        """Normalise rows."""
        width = rows.shape[1]
        values = rows - row_sums(rows) / width
        inverse = 1 / np.sqrt(row_sums(values * values) / width + _EPSILON)
        values *= inverse
        return cls(values, inverse)

    def backward(self, slope: Rows) -> Rows:
        """Turn the slope in the output, in place, into that in the input."""
        width = slope.shape[1]
        along = row_sums(slope * self.values) / width
        slope -= row_sums(slope) / width
        slope -= self.values * along
        slope *= self.inverse
        return slope


class Heads:
    """Attention of a block: queries, keys and values of each sequence and head."""

    def __init__(self, shape: Shape, mixed: Float[np.ndarray, "row three_widths"]) -> None:
        """``mixed`` are queries, keys and values of each token."""
        self._sizes = -1, shape.tokens, 3, shape.heads, shape.width // shape.heads
        self._asked, self._offered, self._carried = self._apart(mixed)
        self._scale = mixed.dtype.type(self._sizes[-1] ** -0.5)
        self._weights = softmax(self._asked @ self._offered.mT * self._scale)
        self.output = self._joined(self._weights @ self._carried)

    def _apart(self, rows: Rows) -> Float[np.ndarray, "three batch head token part"]:
        return rows.reshape(self._sizes).transpose(2, 0, 3, 1, 4)

    @staticmethod
    def _joined(groups: Float[np.ndarray, "batch head token part"]) -> Rows:
        batch, heads, tokens, part = groups.shape
        return groups.transpose(0, 2, 1, 3).reshape(batch * tokens, heads * part)

    def backward(self, slope: Rows) -> Float[np.ndarray, "row three_widths"]:
        """Return the slope in queries, keys and values for that in the output."""
        batch, heads, tokens, part = self._asked.shape
        to_output = slope.reshape(batch, tokens, heads, part).transpose(0, 2, 1, 3)
        to_mixed = np.empty((batch * tokens, 3 * heads * part), dtype=slope.dtype)
        to_asked, to_offered, to_carried = self._apart(to_mixed)
        to_carried[:] = self._weights.mT @ to_output
        scores = to_output @ self._carried.mT
        scores -= row_sums(scores * self._weights)
        scores *= self._weights
        scores *= self._scale
        to_asked[:] = scores @ self._offered
        to_offered[:] = scores.mT @ self._asked
        return to_mixed


class Gelu:
    """GELU of rows, and what its derivative needs."""

    def __init__(self, rows: Rows) -> None:
        """Keep the gate, and what it is the sigmoid of over the rows."""
        self._bend = rows * rows
        self._bend *= _SLOPE * _BEND
        self._bend += _SLOPE
        gate = self._bend * rows
        np.negative(gate, out=gate)
        with np.errstate(over="ignore"):
            np.exp(gate, out=gate)
        gate += 1
        self._gate = np.reciprocal(gate, out=gate)
        self.output = gate * rows

    def backward(self, slope: Rows) -> Rows:
        """Turn the slope in the output, in place, into that in the input."""
        # gate + out (1 - gate) (3 bend - 2 slope)
        self._bend *= 3
        self._bend -= 2 * _SLOPE
        self._bend *= self.output
        self._bend *= 1 - self._gate
        self._bend += self._gate
        slope *= self._bend
        return slope


class Block:
    """What a block makes of a stream, with all that its gradient needs."""

    def __init__(self, shape: Shape, weights: list[np.ndarray], stream: Rows) -> None:
        """Bind to the block's six parameters."""
        self._weights = weights
        mix, out, up, up_bias, down, down_bias = weights
        self._read = Normalised.of(stream)
        self._heads = Heads(shape, self._read.values @ mix)
        between = self._heads.output @ out
        between += stream
        self._between = Normalised.of(between)
        wide = self._between.values @ up
        wide += up_bias
        self._gelu = Gelu(wide)
        self.output = self._gelu.output @ down
        self.output += between
        self.output += down_bias

    def backward(self, slopes: list[np.ndarray], flow: Rows) -> Rows:
        """Write the gradient of the parameters; return the slope in the stream."""
        mix, out, up, _, down, _ = self._weights
        to_mix, to_out, to_up, to_up_bias, to_down, to_down_bias = slopes
        to_down_bias[:] = flow.sum(axis=0)
        to_down[:] = self._gelu.output.T @ flow
        wide = self._gelu.backward(flow @ down.T)
        to_up_bias[:] = wide.sum(axis=0)
        to_up[:] = self._between.values.T @ wide
        flow = flow + self._between.backward(wide @ up.T)
        to_out[:] = self._heads.output.T @ flow
        mixed = self._heads.backward(flow @ out.T)
        to_mix[:] = self._read.values.T @ mixed
        flow += self._read.backward(mixed @ mix.T)
        return flow


class Pass:
    """A pass of sequences through the model, and the gradient of its loss."""

    def __init__(
        self,
        shape: Shape,
        weights: Float[np.ndarray, " weight"],
        read: Int64[np.ndarray, "batch fold n"],
        layers: int | None = None,
    ) -> None:
        """Pass through the first ``layers``, all unless given; later ones affect no answer."""
        self._shape, self._weights = shape, weights
        batch, folds, symbols = read.shape
        start = np.arange(folds)[:, None] * symbols
        self._holder = (read.argsort(axis=-1) + start).reshape(batch, -1)
        position, value, *blocks, self._reading, self._bias = parts_of(shape, weights)
        pairs = (read + start).reshape(batch, -1)
        stream = (value[pairs] + position).reshape(-1, shape.width)
        self._blocks: list[Block] = []
        self._after: dict[int, Normalised] = {}
        read_after = {layer for layer, _ in shape.readouts()}
        for layer in range(shape.layers if layers is None else layers):
            self._blocks.append(Block(shape, blocks[6 * layer : 6 * layer + 6], stream))
            stream = self._blocks[-1].output
            if layer in read_after:
                self._after[layer] = Normalised.of(stream)

    def logits(self) -> Float[np.ndarray, "batch fold n hop n"]:
        """Return the scores of all answers to all hops, of every (i, j)."""
        shape = self._shape
        scores = [
            self._after[layer].values @ self._reading[:, columns] + self._bias[:, columns]
            for layer, columns in shape.readouts()
        ]
        sizes = shape.folds, shape.symbols, shape.hops, shape.symbols
        return np.concatenate(scores, axis=1).reshape(-1, *sizes)

    def gradient(
        self, answers: list[Int64[np.ndarray, "batch fold n"]], labelled: slice
    ) -> Float[np.ndarray, " weight"]:
        """Return the gradient of the mean cross-entropy of the labelled hops.

        Args:
            answers: to every hop.
            labelled: the hops that count.
        """
        shape, found = self._shape, np.zeros_like(self._weights)
        to_position, to_value, *to_blocks, to_reading, to_bias = parts_of(shape, found)
        right = np.stack(answers, axis=-1)[..., labelled]
        right = right.reshape(-1, right.shape[-1])
        flow = np.zeros_like(self._blocks[-1].output)
        for layer in range(len(self._blocks) - 1, -1, -1):
            for after, columns in shape.labelled(labelled):
                if after == layer:
                    first = columns.start // shape.symbols - labelled.start
                    hops = slice(first, first + (columns.stop - columns.start) // shape.symbols)
                    errors = self._errors(layer, columns, right[:, hops], right.size)
                    to_reading[:, columns] = self._after[layer].values.T @ errors
                    to_bias[:, columns] = errors.sum(axis=0)
                    flow += self._after[layer].backward(errors @ self._reading[:, columns].T)
            flow = self._blocks[layer].backward(to_blocks[6 * layer : 6 * layer + 6], flow)
        tokens = flow.reshape(-1, shape.tokens, shape.width)
        to_position[:] = tokens.sum(axis=0)
        batch = np.arange(len(tokens))[:, None]
        to_value[:] = tokens[batch, self._holder].sum(axis=0)
        return found

    def _errors(
        self,
        layer: int,
        columns: slice,
        right: Int64[np.ndarray, "row hop"],
        labels: int,
    ) -> Rows:
        """Return the slope of the loss in the scores of a readout."""
        scores = self._after[layer].values @ self._reading[:, columns]
        scores += self._bias[:, columns]
        errors = softmax(scores.reshape(*right.shape, -1))
        rows, hops = np.indices(right.shape)
        errors[rows, hops, right] -= 1
        errors /= labels
        return errors.reshape(scores.shape)
