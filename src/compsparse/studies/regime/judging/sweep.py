"""Weight sweeps: change each weight until the image changes by a given amount.

A fixed change of weights is not comparable: it may have no effect in a large dense network, and
move a part across the picture in a genome. So changes are matched by effect: the root mean square
of the change of red, green and blue over all judged pixels is 0.08, +- 15 %. |delta| grows from
0.05, at most fourfold at a time and to 30, until the effect is reached, and is then bracketed. A
weight that nowhere on the way has 30 % of the effect is inert; one that has more, but no |delta| of
the matched effect, is unmatched; both are counted and not judged.

A change of one weight changes one unit. The layers below it do not change, the layer above changes
along that unit's outgoing weights, and only the layers from there on are computed again, for all
copies in one product.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.studies.regime.network.forward import activate, colours
from compsparse.studies.regime.network.pixels import JUDGED, grid_inputs
from compsparse.studies.regime.network.shape import ACTIVATIONS, LayeredShape

_COPIED_PIXELS = 8192  # computed at once, so that the maps of a layer stay in the cache


class PerturbedNetwork:
    """One network over fixed pixels, with its ``image``, ready for changes of single weights."""

    def __init__(
        self,
        shape: LayeredShape,
        weights: Float32[np.ndarray, " weight"],
        inputs: Float32[np.ndarray, "input pixel"],
    ) -> None:
        """Compute all maps of the unchanged network."""
        self.shape = shape
        self._matrices = shape.matrices(weights)
        self._names = np.array(shape.activations)
        self._below = [inputs]  # what each block reads
        self._sums: list[np.ndarray] = []  # what each block gives
        for matrix in self._matrices:
            self._sums.append(matrix @ self._below[-1])
            if len(self._below) <= shape.depth:  # outputs are linear
                self._below.append(activate(shape, self._sums[-1].copy()))
        self.image: Float32[np.ndarray, "3 pixel"] = colours(self._sums[-1])

    def images(
        self, indices: Int64[np.ndarray, " copy"], deltas: Float32[np.ndarray, " copy"]
    ) -> Float32[np.ndarray, "copy 3 pixel"]:
        """Return the images with ``deltas`` added to the weights of these flat indices."""
        pixels = self.image.shape[1]
        images = np.empty((len(indices), 3, pixels), dtype=np.float32)
        at_once = max(1, _COPIED_PIXELS // pixels)
        for number, block in enumerate(self.shape.blocks):
            copies = np.flatnonzero((indices >= block.start) & (indices < block.stop))
            for start in range(0, len(copies), at_once):
                batch = copies[start : start + at_once]
                rows, columns = np.divmod(indices[batch] - block.start, block.columns)
                moves = deltas[batch][:, None] * self._below[number][columns]
                images[batch] = self._painted(number, rows, moves)
        return images

    def _painted(
        self,
        number: int,
        rows: Int64[np.ndarray, " copy"],
        moves: Float32[np.ndarray, "copy pixel"],
    ) -> Float32[np.ndarray, "copy 3 pixel"]:
        """Return the images after a change of the sums of some units of a block."""
        copies = np.arange(len(rows))
        if number == self.shape.depth:
            sums = np.repeat(self._sums[-1][:, None], len(rows), axis=1)
            sums[rows, copies] += moves
            return colours(sums.swapaxes(0, 1))
        moved = self._sums[number][rows] + moves
        names = self._names[rows]
        for name in np.unique(names):
            moved[names == name] = ACTIVATIONS[name](moved[names == name])
        moved -= self._below[number + 1][rows]
        sums = self._matrices[number + 1][:, rows, None] * moved
        sums += self._sums[number + 1][:, None]
        for matrix in self._matrices[number + 2 :]:
            below = activate(self.shape, sums.reshape(len(sums), -1))
            sums = (matrix @ below).reshape(len(matrix), *moved.shape)
        return colours(sums.swapaxes(0, 1))


EFFECT = 0.08  # root mean square change of the image
TOLERANCE = 0.15  # of the effect
FIRST_DELTA, LARGEST_DELTA = 0.05, 30.0
INERT_SHARE = 0.3  # of the effect: a weight that never has it is inert

_LARGEST_STEP = 4.0  # from one |delta| to the next: a larger one could pass the first that fits
_SMALLEST_STEP = 1.05  # so that an effect that levels off just below the target is passed
_NARROWINGS = 12  # of the range that has the effect; every other one halves it
_WITHIN = 0.05  # of that range is left at either side by the others
# |delta| is sought on a coarser grid first, within narrower limits, so that it also fits the fine
_SEARCHED, _SEARCHED_TOLERANCE = 32, 0.08


class State(IntEnum):
    """Outcome of changing a weight."""

    INERT = 0
    UNMATCHED = 1
    MATCHED = 2


@dataclass(frozen=True)
class Sweep:
    """All changes of single weights of a network, and the images of the matched ones."""

    indices: Int64[np.ndarray, " sweep"]  # of the changed weights among all
    signs: Int64[np.ndarray, " sweep"]  # of the change: 1 or -1
    deltas: Float64[np.ndarray, " sweep"]  # the change, with its sign
    effects: Float64[np.ndarray, " sweep"]  # root mean square change of the image
    states: Int64[np.ndarray, " sweep"]
    base: Float32[np.ndarray, "3 pixel"]
    images: Float32[np.ndarray, "matched 3 pixel"]  # in the order of the matched sweeps

    @property
    def matched(self) -> Bool[np.ndarray, " sweep"]:
        """Which sweeps have an image to judge."""
        matched: Bool[np.ndarray, " sweep"] = self.states == int(State.MATCHED)
        return matched

    @property
    def changes(self) -> Float32[np.ndarray, "matched 3 pixel"]:
        """What the matched sweeps add to the image."""
        changes: Float32[np.ndarray, "matched 3 pixel"] = self.images - self.base
        return changes


@dataclass
class _Search:
    """The search for |delta| of many weights in step, and what it has found so far."""

    deltas: Float64[np.ndarray, " sweep"]
    effects: Float64[np.ndarray, " sweep"]
    largest: Float64[np.ndarray, " sweep"]  # effect found during the search
    matched: Bool[np.ndarray, " sweep"]


def sampled_weights(
    mask: Bool[np.ndarray, " weight"], number: int, random: np.random.Generator
) -> Int64[np.ndarray, " swept"]:
    """Return the indices of ``number`` live weights drawn without repetition, or of all of them."""
    # all weights of the mask count as live: clean dead paths up first
    live = np.flatnonzero(mask).astype(np.int64)
    return live if number >= len(live) else np.sort(random.choice(live, number, replace=False))


def sweep_weights(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    indices: Int64[np.ndarray, " swept"],
    side: int = JUDGED,
) -> Sweep:
    """Change each of these weights up and down until the image changes by the matched effect.

    Masked weights are zero; ``indices`` are for example ``sampled_weights``.
    """
    if not np.isfinite(weights).all():
        raise ValueError("A network with weights that are not finite cannot be swept.")
    swept = np.repeat(indices, 2)
    signs = np.tile(np.array([1, -1], dtype=np.int64), len(indices))
    fine = PerturbedNetwork(shape, weights, grid_inputs(side))
    coarse = PerturbedNetwork(shape, weights, grid_inputs(min(side, _SEARCHED)))
    first = np.full(len(swept), FIRST_DELTA)
    found = _search(coarse, swept, signs, first, _SEARCHED_TOLERANCE)
    images = np.empty((len(swept), *fine.image.shape), dtype=np.float32)
    _confirm(fine, swept, signs, found, images)
    again = np.flatnonzero(~found.matched & (found.largest >= INERT_SHARE * EFFECT))
    anew = _search(fine, swept[again], signs[again], found.deltas[again], TOLERANCE)
    _confirm(fine, swept[again], signs[again], anew, images, again)
    for name in ("deltas", "effects", "matched"):
        getattr(found, name)[again] = getattr(anew, name)
    inert = ~found.matched & (found.largest < INERT_SHARE * EFFECT)
    states = np.where(found.matched, State.MATCHED, np.where(inert, State.INERT, State.UNMATCHED))
    return Sweep(
        indices=swept,
        signs=signs,
        deltas=signs * found.deltas,
        effects=found.effects,
        states=states.astype(np.int64),
        base=fine.image,
        images=images[found.matched],
    )


def _search(
    network: PerturbedNetwork,
    indices: Int64[np.ndarray, " sweep"],
    signs: Int64[np.ndarray, " sweep"],
    first: Float64[np.ndarray, " sweep"],
    tolerance: float,
) -> _Search:
    """Let |delta| grow from ``first`` until the effect is reached, then bracket it."""
    number = len(indices)
    found = _Search(first.copy(), np.zeros(number), np.zeros(number), np.zeros(number, bool))
    low, high = np.zeros(number), np.full(number, np.inf)
    at_low, at_high = np.zeros(number), np.full(number, np.inf)  # effects there
    narrowings = np.zeros(number, dtype=np.int64)
    active = np.arange(number)
    while len(active):
        tried = found.deltas[active]
        effects = _effects(network, indices[active], signs[active] * tried)
        found.effects[active] = effects
        found.largest[active] = np.maximum(found.largest[active], effects)
        found.matched[active] = np.abs(effects / EFFECT - 1) <= tolerance
        above = effects > EFFECT
        high[active[above]], at_high[active[above]] = tried[above], effects[above]
        low[active[~above]], at_low[active[~above]] = tried[~above], effects[~above]
        bracketed = np.isfinite(high[active])
        narrowings[active[bracketed]] += 1
        spent = np.where(bracketed, narrowings[active] > _NARROWINGS, tried >= LARGEST_DELTA)
        active = active[~spent & ~found.matched[active]]
        open_ended = np.isinf(high[active])
        grows, narrows = active[open_ended], active[~open_ended]
        found.deltas[grows] = _grown(low[grows], at_low[grows])
        share = (EFFECT - at_low[narrows]) / (at_high[narrows] - at_low[narrows])
        halves = narrowings[narrows] % 2 == 0
        share = np.where(halves, 0.5, share.clip(_WITHIN, 1 - _WITHIN))
        found.deltas[narrows] = low[narrows] + share * (high[narrows] - low[narrows])
    return found


def _grown(
    deltas: Float64[np.ndarray, " sweep"], effects: Float64[np.ndarray, " sweep"]
) -> Float64[np.ndarray, " sweep"]:
    """Return the next |delta| where the effect is too small: as if it were proportional."""
    wanted = np.divide(EFFECT, effects, out=np.full_like(effects, np.inf), where=effects > 0)
    grown = deltas * np.clip(wanted, _SMALLEST_STEP, _LARGEST_STEP)
    limited: Float64[np.ndarray, " sweep"] = np.minimum(grown, LARGEST_DELTA)
    return limited


def _effects(
    network: PerturbedNetwork,
    indices: Int64[np.ndarray, " sweep"],
    deltas: Float64[np.ndarray, " sweep"],
) -> Float64[np.ndarray, " sweep"]:
    return _sizes(network.images(indices, _as_float32(deltas)) - network.image)


def _sizes(changes: Float32[np.ndarray, "sweep 3 pixel"]) -> Float64[np.ndarray, " sweep"]:
    """Return the root mean square over pixels and colours."""
    entries = changes.shape[1] * changes.shape[2]
    flat = changes.reshape(len(changes), 1, entries)
    return np.asarray(np.sqrt((flat @ flat.mT)[:, 0, 0].astype(np.float64) / entries))


def _as_float32(deltas: Float64[np.ndarray, " sweep"]) -> Float32[np.ndarray, " sweep"]:
    return deltas.astype(np.float32)


def _confirm(
    fine: PerturbedNetwork,
    indices: Int64[np.ndarray, " sweep"],
    signs: Int64[np.ndarray, " sweep"],
    found: _Search,
    images: Float32[np.ndarray, "every 3 pixel"],
    places: Int64[np.ndarray, " sweep"] | None = None,
) -> None:
    """Keep the images of matched changes, if they match on the fine grid, too."""
    matched = np.flatnonzero(found.matched)
    changed = fine.images(indices[matched], _as_float32((signs * found.deltas)[matched]))
    effects = _sizes(changed - fine.image)
    found.effects[matched] = effects
    found.matched[matched] = np.abs(effects / EFFECT - 1) <= TOLERANCE
    images[matched if places is None else places[matched]] = changed
