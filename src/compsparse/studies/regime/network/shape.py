"""The shape of a layered network: equal hidden layers of units of several activations.

Activations are those of Picbreeder's networks. Training overwrites the sums of units by their
values and keeps the slopes, in few passes over memory. Factors of a slope that are the same
everywhere are left to the weights above, which are far fewer: the slope is ``factor`` times what is
written.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from jaxtyping import Float32, Shaped

Values = Float32[np.ndarray, "..."]

_LOG_2 = math.log(2)
# arrays cost less in a call than numbers do
_ONE, _OFFSET = np.array(1, dtype=np.float32), np.array(_LOG_2, dtype=np.float32)


def _gaussian(z: Values) -> Values:
    return np.asarray(np.exp(_LOG_2 - z * z) - 1)  # 2 e^(-z^2) - 1


def _sigmoid(z: Values) -> Values:
    return np.tanh(z * 0.5)  # 2 / (1 + e^-z) - 1, at half the cost


ACTIVATIONS: dict[str, Callable[[Values], Values]] = {
    "identity": lambda z: z,
    "gaussian": _gaussian,
    "sigmoid": _sigmoid,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "relu": lambda z: np.maximum(z, 0),
}


def _gaussian_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.multiply(sums, sums, out=scratch)
    np.subtract(_OFFSET, scratch, out=scratch)
    np.exp(scratch, out=scratch)
    np.multiply(sums, scratch, out=slopes)
    np.subtract(scratch, _ONE, out=sums)


def _sin_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.cos(sums, out=slopes)
    np.sin(sums, out=sums)


def _cos_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.sin(sums, out=slopes)
    np.cos(sums, out=sums)


def _tanh_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    np.tanh(sums, out=sums)
    np.multiply(sums, sums, out=scratch)
    np.subtract(_ONE, scratch, out=slopes)


def _sigmoid_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    sums *= 0.5
    _tanh_slopes(sums, slopes, scratch)


def _relu_slopes(sums: Values, slopes: Values, scratch: Values) -> None:
    slopes[...] = sums > 0
    np.maximum(sums, 0, out=sums)


@dataclass(frozen=True)
class Sloped:
    """An activation in training: (sums, slopes, scratch), all of one form, are overwritten."""

    write: Callable[[Values, Values, Values], None]
    factor: float = 1.0


SLOPED = {
    "gaussian": Sloped(_gaussian_slopes, -2.0),
    "sigmoid": Sloped(_sigmoid_slopes, 0.5),
    "sin": Sloped(_sin_slopes),
    "cos": Sloped(_cos_slopes, -1.0),
    "tanh": Sloped(_tanh_slopes),
    "relu": Sloped(_relu_slopes),
}


INPUTS = ("x", "y", "d", "bias")  # in this order; a further input may name one of several images
OUTPUTS = ("hue", "saturation", "brightness")
_MULTIPLE = 8


@dataclass(frozen=True)
class Block:
    """The weights from one layer to the next: a matrix in the flat vector of all weights."""

    start: int  # of its entries, row by row: all weights into the first unit come first
    rows: int  # units of the layer above
    columns: int  # units of the layer below, or inputs

    @property
    def stop(self) -> int:
        """First entry after the block."""
        return self.start + self.rows * self.columns


@dataclass(frozen=True)
class LayeredShape:
    """Depth hidden layers of equal units, and linear outputs; no biases but the constant input."""

    depth: int  # number of hidden layers
    units: tuple[tuple[str, int], ...]  # activation and number, in the order of a layer's units
    inputs: int = len(INPUTS)

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise ValueError(f"The depth is {self.depth}; allowed: at least 1 hidden layer.")
        unknown = [name for name, _ in self.units if name not in ACTIVATIONS]
        if unknown:
            raise ValueError(
                f"The activation {unknown[0]!r} is unknown; known: {', '.join(ACTIVATIONS)}."
            )
        if self.width < 1 or any(number < 0 for _, number in self.units):
            raise ValueError(f"The units are {dict(self.units)}; a layer needs at least one unit.")

    @classmethod
    def from_units(
        cls, depth: int, units: Mapping[str, int], inputs: int = len(INPUTS)
    ) -> "LayeredShape":
        """Return the shape with units in the order of the known activations."""
        unknown = {name: number for name, number in units.items() if name not in ACTIVATIONS}
        ordered = {name: units[name] for name in ACTIVATIONS if units.get(name, 0) > 0}
        return cls(depth, (*ordered.items(), *unknown.items()), inputs)

    @property
    def width(self) -> int:
        """Units of a hidden layer."""
        return sum(number for _, number in self.units)

    @property
    def activations(self) -> tuple[str, ...]:
        """Activation of each unit of a hidden layer."""
        return tuple(name for name, number in self.units for _ in range(number))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Weights between layers: from the inputs, between hidden layers, to the outputs."""
        sizes = [self.inputs, *[self.width] * self.depth, len(OUTPUTS)]
        blocks: list[Block] = []
        for below, above in pairwise(sizes):
            blocks.append(Block(blocks[-1].stop if blocks else 0, above, below))
        return tuple(blocks)

    def matrices(self, flat: Shaped[np.ndarray, "*run weight"]) -> list[np.ndarray]:
        """Return views of flat weights or masks, [*run, above, below], from the inputs on."""
        if flat.shape[-1] != self.weights:
            raise ValueError(
                f"Got {flat.shape[-1]} weights a network; depth {self.depth} with {self.width} "
                f"units a layer has {self.weights}."
            )
        return [
            flat[..., block.start : block.stop].reshape(*flat.shape[:-1], block.rows, block.columns)
            for block in self.blocks
        ]

    @cached_property
    def padded(self) -> "LayeredShape":
        """The shape with layers of a multiple of 8 units, whose products of matrices are faster."""
        more = -self.width % _MULTIPLE
        return LayeredShape(self.depth, (*self.units, ("identity", more)), self.inputs)

    def pad(
        self, flat: Shaped[np.ndarray, "*run weight"], out: Shaped[np.ndarray, "*run padded"]
    ) -> None:
        """Write weights or masks to their places in those of the padded shape."""
        for wide, matrix in zip(self.padded.matrices(out), self.matrices(flat), strict=True):
            wide[..., : matrix.shape[-2], : matrix.shape[-1]] = matrix

    def unpadded(
        self, flat: Shaped[np.ndarray, "*run padded"]
    ) -> Shaped[np.ndarray, "*run weight"]:
        """Return a copy of what ``pad`` has written."""
        found = np.empty((*flat.shape[:-1], self.weights), dtype=flat.dtype)
        for wide, matrix in zip(self.padded.matrices(flat), self.matrices(found), strict=True):
            matrix[:] = wide[..., : matrix.shape[-2], : matrix.shape[-1]]
        return found

    @property
    def weights(self) -> int:
        """Number of all weights: inputs * W + (depth - 1) * W^2 + 3 W."""
        return self.blocks[-1].stop
