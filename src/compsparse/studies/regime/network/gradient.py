"""The mean squared error of stacked networks and its hand-written gradient.

Layers are padded to a multiple of 8 units, whose products are faster; the units added have weights
0 and are never seen. Only units other than the identity are activated, maps stay in memory that is
allocated once, and more pixels than fit the cache are processed in chunks.
"""

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.regime.network.forward import Weights, colour_error, colour_error_gradient
from compsparse.studies.regime.network.shape import SLOPED, LayeredShape

_CHUNK = 2**16  # entries of one layer's maps of all runs that are processed together
_LEAST_PIXELS = 512  # fewer cost more in calls than the cache saves

Inputs = Float32[np.ndarray, "*of_run input pixel"]
Wanted = Float32[np.ndarray, "*target 3 colour"]
Array = np.ndarray
Call = Callable[[], object]


class PixelError:
    """The error of ``runs`` networks of one shape at pixels, with its gradient in the weights.

    The error of a run is the mean over pixels and over red, green, blue of the squared difference
    from the wanted colours. Inputs are [input, pixel], the same in all runs, or
    [run, input, pixel]; wanted colours are [3, pixel] or [run, 3, pixel].

    Attributes:
        padded: weights of the padded shape, [run, padded].
        slopes: the gradient in them.
    """

    def __init__(self, shape: LayeredShape, runs: int) -> None:
        """Allocate buffers that do not depend on the number of pixels."""
        self.shape, self.runs = shape, runs
        size = (3, runs, shape.padded.weights)
        self.padded, self.slopes, self._scaled = np.zeros(size, dtype=np.float32)
        self._chunk = max(_LEAST_PIXELS, _CHUNK // (runs * shape.width))
        self._passes: dict[int, _Pass] = {}

    def value(
        self, weights: Weights, inputs: Inputs, wanted: Wanted
    ) -> Float32[np.ndarray, " run"]:
        """Return the error of every run."""
        self.shape.pad(weights, self.padded)
        return self.present_value(inputs, wanted)

    def gradient(
        self, weights: Weights, inputs: Inputs, wanted: Wanted, out: Weights
    ) -> Float32[np.ndarray, " run"]:
        """Return the error of every run, and write its gradient to ``out``."""
        self.shape.pad(weights, self.padded)
        errors = self.present_gradient(inputs, wanted)
        out[:] = self.shape.unpadded(self.slopes)
        return errors

    def present_value(self, inputs: Inputs, wanted: Wanted) -> Float32[np.ndarray, " run"]:
        """Return the errors with the weights in ``padded``."""
        pixels = self._checked(inputs, wanted)
        total = np.zeros(self.runs)
        for start in range(0, pixels, self._chunk):
            part = slice(start, start + self._chunk)
            painted = self._pass(inputs[..., part]).forward(inputs[..., part])
            total += _sum_of_squares(colour_error(painted, _channels(wanted[..., part])))
        return (total / (3 * pixels)).astype(np.float32)

    def present_gradient(self, inputs: Inputs, wanted: Wanted) -> Float32[np.ndarray, " run"]:
        """Return the errors with the weights in ``padded``, and write ``slopes``."""
        pixels = self._checked(inputs, wanted)
        np.multiply(self.padded, self._factors, out=self._scaled)
        total, slopes = np.zeros(self.runs), np.zeros_like(self.slopes)
        for start in range(0, pixels, self._chunk):
            part = slice(start, start + self._chunk)
            below = inputs[..., part]
            one = self._pass(below)
            painted, colours = one.forward(below), _channels(wanted[..., part])
            error = colour_error_gradient(painted, colours, 2 / (3 * pixels), one.pull)
            total += _sum_of_squares(error)
            one.backward(below)
            if pixels > self._chunk:
                slopes += self.slopes
        if pixels > self._chunk:
            self.slopes[:] = slopes
        return (total / (3 * pixels)).astype(np.float32)

    @cached_property
    def _factors(self) -> Float32[np.ndarray, " padded"]:
        """The factors of slopes, by the unit below each weight."""
        factors = np.ones(self.shape.padded.weights, dtype=np.float32)
        column = [SLOPED[u].factor if u in SLOPED else 1 for u in self.shape.padded.activations]
        for matrix in self.shape.padded.matrices(factors)[1:]:
            matrix[:] = column
        return factors

    def _pass(self, inputs: Inputs) -> "_Pass":
        pixels = inputs.shape[-1]
        if pixels not in self._passes:
            arrays = self.padded, self._scaled, self.slopes
            self._passes[pixels] = _Pass(self.shape, *arrays, pixels)
        return self._passes[pixels]

    def _checked(self, inputs: Inputs, wanted: Wanted) -> int:
        """Return the number of pixels."""
        pixels = int(inputs.shape[-1])
        runs = {len(array) for array in (inputs, wanted) if array.ndim == 3} | {self.runs}
        if len(runs) > 1 or inputs.shape[-2] != self.shape.inputs:
            raise ValueError(
                f"Got inputs {inputs.shape} and wanted {wanted.shape}; needed: {self.runs} runs "
                f"and {self.shape.inputs} inputs."
            )
        if not pixels or wanted.shape[-1] != pixels:
            raise ValueError(
                f"Got inputs of {pixels} pixels and wanted colours of {wanted.shape[-1]}; needed: "
                "as many of both, and at least one."
            )
        return pixels


class _Pass:
    """Memory of a pass over a number of pixels, and its calls, whose views are made once."""

    def __init__(
        self, shape: LayeredShape, weights: Array, scaled: Array, slopes: Array, pixels: int
    ) -> None:
        """Prepare the pass from weights, those times factors of slopes, to slopes, all padded."""
        wide, units, runs = shape.padded, shape.width, len(weights)
        # maps of a unit are adjacent over runs, so that activations are one pass over memory
        size = (wide.width, runs, pixels)
        maps = np.zeros((shape.depth, *size), dtype=np.float32)
        pulls = np.zeros((2, *size), dtype=np.float32)  # in values or sums, alternating
        self._painted, self.pull = np.empty((2, 3, runs, pixels), dtype=np.float32)
        groups = _curved_groups(shape)
        bends = np.empty((shape.depth, _rows(groups), runs, pixels), dtype=np.float32)
        scratch = [np.empty_like(maps[0, place]) for _, place, _ in groups]
        # what is padded is 0 from the start and never written; only sums over pixels gain by it
        values, pulled = maps.swapaxes(1, 2), pulls.swapaxes(1, 2)
        seen, free = values[:, :, :units], pulled[:, :, :units]
        up = [matrix[..., :units] for matrix in wide.matrices(weights)]
        back = [matrix.mT[..., :units, :] for matrix in wide.matrices(scaled)]
        into = wide.matrices(slopes)
        self._first = wide.matrices(weights)[0][:, :units], seen[0], pulled[0], into[0]
        self._up: list[Call] = []
        for layer in range(shape.depth):
            if layer:
                block = up[layer][:, :units]
                self._up.append(partial(np.matmul, block, seen[layer - 1], seen[layer]))
            for (name, place, row), spare in zip(groups, scratch, strict=True):
                ends = maps[layer, place], bends[layer, row], spare
                self._up.append(partial(SLOPED[name].write, *ends))
        self._up.append(partial(np.matmul, up[-1], seen[-1], self._painted.swapaxes(0, 1)))
        above = self.pull.swapaxes(0, 1)
        self._down: list[Call] = [
            partial(np.matmul, above, values[-1].mT, into[-1]),
            partial(np.matmul, back[-1], above, free[(shape.depth - 1) % 2]),
        ]
        for layer in reversed(range(shape.depth)):
            pull, below = layer % 2, (layer - 1) % 2
            for place, row in _joined(groups):
                sums = pulls[pull, place]
                self._down.append(partial(np.multiply, sums, bends[layer, row], sums))
            if layer:
                block = back[layer][..., :units]
                self._down += [
                    partial(np.matmul, pulled[pull], values[layer - 1].mT, into[layer]),
                    partial(np.matmul, block, free[pull], free[below]),
                ]

    def forward(self, inputs: Inputs) -> Float32[np.ndarray, "3 run pixel"]:
        """Return hue, saturation and brightness."""
        np.matmul(self._first[0], inputs, out=self._first[1])
        for call in self._up:
            call()
        return self._painted

    def backward(self, inputs: Inputs) -> None:
        """Write the slopes of the weights from ``pull``, those of hue, saturation, brightness."""
        for call in self._down:
            call()
        np.matmul(self._first[2], inputs.mT, out=self._first[3])


def _curved_groups(shape: LayeredShape) -> list[tuple[str, slice, slice]]:
    """Return units that are no identity: activation, place in the layer, rows of their slopes."""
    groups: list[tuple[str, slice, slice]] = []
    unit = row = 0
    for name, number in shape.units:
        if name != "identity" and number:
            groups.append((name, slice(unit, unit + number), slice(row, row + number)))
            row += number
        unit += number
    return groups


def _rows(groups: list[tuple[str, slice, slice]]) -> int:
    return groups[-1][2].stop if groups else 0


def _joined(groups: list[tuple[str, slice, slice]]) -> list[tuple[slice, slice]]:
    """Return places and rows, those of neighbouring groups as one."""
    joined: list[tuple[slice, slice]] = []
    for _, place, row in groups:
        if joined and joined[-1][0].stop == place.start:
            before = joined.pop()
            place, row = slice(before[0].start, place.stop), slice(before[1].start, row.stop)
        joined.append((place, row))
    return joined


def _channels(wanted: Wanted) -> Float32[np.ndarray, "3 run pixel"]:
    return wanted.swapaxes(0, 1) if wanted.ndim == 3 else wanted[:, None]


def _sum_of_squares(error: Float32[np.ndarray, "3 run pixel"]) -> Float64[np.ndarray, " run"]:
    squares = error[:, :, None] @ error[..., None]
    return np.asarray(squares[:, :, 0, 0].sum(axis=0, dtype=np.float64))
