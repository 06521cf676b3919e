"""Edits of a target whose meaning is known, for the calibration of judges; no network is involved.

Meaningful: a part of the target moved, scaled or recoloured, or a mirrored pair of parts
changed together. Broken: one half warped, blocks shuffled, high-frequency noise, scattered
blotches, a window blanked out. Each edit is a picture as a function of a size, from 0 (the target)
up, so that all of them can change the picture by the same root mean square.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from jaxtyping import Bool, Float64, Int64
from scipy import ndimage

from compsparse.studies.regime.judging.judge import JudgedTarget
from compsparse.studies.regime.judging.terms import segmented

Picture = Float64[np.ndarray, "row column 3"]
Part = Bool[np.ndarray, "row column"]

# coarser than the segments of the judge: a shaded body is one part, not its bands of brightness
_LEVELS = 3
_SMALLEST_PART, _LARGEST_PART = 0.003, 0.4  # of the picture
_PAIRED = 0.5  # of a part's mirror image lies in its partner
_STRETCH = 3.0  # largest
_BLOCK = 8  # pixels per side
_BLOTCHES = 24


@dataclass(frozen=True)
class Edit:
    """An edited picture for every size from 0 to the largest."""

    picture: Callable[[float], Picture]
    largest: float


Choice = TypeVar("Choice")

EditLaw = Callable[[JudgedTarget, np.random.Generator], Edit | None]


def part_changed(law: "Law", target: JudgedTarget, random: np.random.Generator) -> Edit | None:
    """Change a drawn part of the target by a law."""
    part = _drawn(parts(target), random)
    return None if part is None else law(target.rgb, [part], random)


def pair_changed(target: JudgedTarget, random: np.random.Generator) -> Edit | None:
    """Move, scale or recolour a part and its mirror image together, mirrored."""
    if not target.symmetric:
        return None
    pair = _drawn(mirrored_pairs(target), random)
    law = (_moving, _scaling, _recolouring)[random.integers(3)]
    return None if pair is None else law(target.rgb, list(pair), random)


def one_side_warped(target: JudgedTarget, random: np.random.Generator) -> Edit:
    """Distort the left or the right half smoothly; size is the largest displacement in pixels."""
    side = len(target.rgb)
    width = side * random.uniform(0.06, 0.12)
    field = np.stack(
        [ndimage.gaussian_filter(random.normal(size=(side, side)), width) for _ in "yx"]
    )
    from_middle = np.clip((side / 2 - np.arange(side) - 0.5) / (side / 8), 0, 1)
    field *= from_middle if random.integers(2) else from_middle[::-1]
    field /= np.abs(field).max()
    grid = np.indices((side, side))

    def picture(size: float) -> Picture:
        return _sampled(target.rgb, grid + size * field)

    return Edit(picture, side / 3)


def blocks_shuffled(target: JudgedTarget, random: np.random.Generator) -> Edit:
    """Permute blocks of 8 x 8 pixels in a drawn order; size is their number."""
    along = len(target.rgb) // _BLOCK
    order = random.permutation(along**2)

    def picture(size: float) -> Picture:
        edited = target.rgb.copy()
        chosen = order[: int(size)]
        for block, source in zip(chosen, np.roll(chosen, 1), strict=True):
            edited[_block(block, along)] = target.rgb[_block(source, along)]
        return edited

    return Edit(picture, float(along**2))


def noisy(target: JudgedTarget, random: np.random.Generator) -> Edit:
    """Add noise without its low frequencies; size is its standard deviation before clipping."""
    noise = random.normal(size=target.rgb.shape)
    noise -= ndimage.gaussian_filter(noise, (1, 1, 0))
    noise /= noise.std()
    return Edit(lambda size: np.clip(target.rgb + size * noise, 0, 1), 1.0)


def blotched(target: JudgedTarget, random: np.random.Generator) -> Edit:
    """Add scattered round blotches of drawn colours; size is their strength."""
    side = len(target.rgb)
    rows, columns = np.indices((side, side))
    blotches = np.zeros_like(target.rgb)
    for y, x in random.uniform(0, side, (_BLOTCHES, 2)):
        radius = side * random.uniform(0.02, 0.04)
        shape = np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * radius**2))
        blotches += shape[:, :, None] * random.choice([-1.0, 1.0], 3)
    return Edit(lambda size: np.clip(target.rgb + size * blotches, 0, 1), 2.0)


def blanked(target: JudgedTarget, random: np.random.Generator) -> Edit:
    """Blank out a square window with the mean colour; size is half its side in pixels."""
    # blanking the whole picture would change far more than an edit may
    side = len(target.rgb)
    y, x = random.uniform(0.2 * side, 0.8 * side, 2)
    rows, columns = np.indices((side, side))
    distance = np.maximum(np.abs(rows - y), np.abs(columns - x))
    colour = target.rgb.mean(axis=(0, 1))

    def picture(size: float) -> Picture:
        cover = np.clip(size - distance, 0, 1)[:, :, None]  # smooth border: any size is reached
        blank: Picture = target.rgb * (1 - cover) + colour * cover
        return blank

    return Edit(picture, float(side))


def parts(target: JudgedTarget) -> list[Part]:
    """Return connected parts of nearly one colour that cover 0.3 % to 40 % of the picture."""
    labels = segmented(target.rgb, _LEVELS)
    shares = np.bincount(labels.ravel()) / labels.size
    return [
        labels == label
        for label in np.flatnonzero((shares >= _SMALLEST_PART) & (shares <= _LARGEST_PART))
    ]


def mirrored_pairs(target: JudgedTarget) -> list[tuple[Part, Part]]:
    """Return pairs of different parts of which each covers half the other's mirror image."""
    found = parts(target)
    return [
        (first, second)
        for index, first in enumerate(found)
        for second in found[index + 1 :]
        if (first[:, ::-1] & second).sum() >= _PAIRED * max(first.sum(), second.sum())
    ]


def _drawn(choices: list[Choice], random: np.random.Generator) -> Choice | None:
    return choices[random.integers(len(choices))] if choices else None


def _moving(rgb: Picture, masks: list[Part], random: np.random.Generator) -> Edit:
    """Move parts in a drawn direction, over what is nearest around them; size in pixels."""
    angle = random.uniform(0, 2 * np.pi)
    direction = np.array([np.sin(angle), np.cos(angle)])
    cutouts = [_Cutout.from_mask(mask) for mask in masks]

    def picture(size: float) -> Picture:
        edited = rgb
        for number, cutout in enumerate(cutouts):
            mirrored = np.array([1, -1]) if number else np.array([1, 1])
            edited = cutout.repainted(edited, 1.0, size * direction * mirrored)
        return edited

    return Edit(picture, len(rgb) / 4)


def _scaling(rgb: Picture, masks: list[Part], random: np.random.Generator) -> Edit:
    """Stretch or shrink parts about their centres; size is the logarithm of the factor."""
    sign = random.choice([-1, 1])
    cutouts = [_Cutout.from_mask(mask) for mask in masks]

    def picture(size: float) -> Picture:
        edited = rgb
        for cutout in cutouts:
            edited = cutout.repainted(edited, float(np.exp(sign * size)), np.zeros(2))
        return edited

    return Edit(picture, float(np.log(_STRETCH)))


def _recolouring(rgb: Picture, masks: list[Part], random: np.random.Generator) -> Edit:
    """Add a drawn colour to parts; size is its strength."""
    colour = random.uniform(0.5, 1, 3) * random.choice([-1.0, 1.0], 3)
    mask = np.any(masks, axis=0)[:, :, None]
    return Edit(lambda size: np.clip(rgb + size * mask * colour, 0, 1), 2.0)


Law = Callable[[Picture, list[Part], np.random.Generator], Edit]
MEANINGFUL: dict[str, EditLaw] = {
    "part moved": partial(part_changed, _moving),
    "part scaled": partial(part_changed, _scaling),
    "part recoloured": partial(part_changed, _recolouring),
    "mirrored pair changed": pair_changed,
}
BROKEN: dict[str, EditLaw] = {
    "one side warped": one_side_warped,
    "blocks shuffled": blocks_shuffled,
    "noise": noisy,
    "blotches": blotched,
    "window blanked": blanked,
}


@dataclass(frozen=True)
class _Cutout:
    """A part that can be taken out of a picture and painted again."""

    mask: Part
    nearest_inside: Int64[np.ndarray, "axis row column"]  # pixel of the part
    nearest_outside: Int64[np.ndarray, "axis row column"]

    @classmethod
    def from_mask(cls, mask: Part) -> "_Cutout":
        nearest, others = (
            ndimage.distance_transform_edt(where, return_distances=False, return_indices=True)
            for where in (~mask, mask)
        )
        return cls(mask, nearest.astype(np.int64), others.astype(np.int64))

    def repainted(
        self, rgb: Picture, factor: float, shift: Float64[np.ndarray, " axis"]
    ) -> Picture:
        """Fill the hole from its surroundings, and paint the part, scaled and shifted."""
        centre = np.argwhere(self.mask).mean(axis=0)[:, None, None]
        grid = np.indices(self.mask.shape, dtype=np.float64)
        source = (grid - centre - shift[:, None, None]) / factor + centre
        cover = ndimage.map_coordinates(self.mask.astype(np.float64), source, order=1)[:, :, None]
        painted: Picture = _sampled(rgb[tuple(self.nearest_inside)], source) * cover
        painted += rgb[tuple(self.nearest_outside)] * (1 - cover)
        return painted


def _sampled(rgb: Picture, places: Float64[np.ndarray, "axis row column"]) -> Picture:
    channels = [
        ndimage.map_coordinates(rgb[:, :, channel], places, order=1, mode="nearest")
        for channel in range(3)
    ]
    return np.stack(channels, axis=2)


def _block(number: np.int64, along: int) -> tuple[slice, slice]:
    row, column = divmod(int(number), along)
    return (slice(_BLOCK * row, _BLOCK * (row + 1)), slice(_BLOCK * column, _BLOCK * (column + 1)))
