"""By how much the named arrays of two models or datasets differ."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from compsparse.comparison.difference import Difference, shortened, size_text


def array_difference(
    before: Mapping[str, np.ndarray], after: Mapping[str, np.ndarray]
) -> Difference:
    """Hold named arrays against each other.

    The relative difference of an array is its largest absolute difference over the largest
    magnitude in it, before or after: a weight near zero does not count for more than the others.
    """
    notes = [f"array {name} added" for name in after if name not in before]
    notes += [f"array {name} removed" for name in before if name not in after]
    arrays: dict[str, dict[str, Any]] = {}
    shared = [name for name in after if name in before]
    for name in shared:
        old, new = before[name], after[name]
        if (old.shape, old.dtype) != (new.shape, new.dtype):
            was, now = (f"{array.dtype}{list(array.shape)}" for array in (old, new))
            notes.append(f"array {name} was {was}, is {now}")
        elif not np.array_equal(old, new, equal_nan=new.dtype.kind in "fc"):
            arrays[name] = _sizes(old, new)
    order = sorted(arrays, key=lambda name: -(arrays[name]["largest_relative"] or math.inf))
    words = []
    if order:
        worst = arrays[order[0]]
        words.append(f"{len(order)} of {len(shared)} arrays differ, most {order[0]}")
        if worst["largest_absolute"] is not None:
            sizes = f"{worst['largest_absolute']:.2g} ({size_text(worst['largest_relative'])})"
            words[-1] += f" by up to {sizes}"
    same = not (notes or words) and all(
        before[name].tobytes() == after[name].tobytes() for name in shared
    )
    if not (notes or words):
        words = [
            "other bytes, the same arrays" if same else "equal numbers of other bytes (-0, NaN)"
        ]
    largest = [arrays[name]["largest_relative"] for name in order]
    comparable = not notes and None not in largest
    return Difference(
        "; ".join(shortened(notes) + words),
        max([0.0, *largest]) if comparable else math.inf,
        {"arrays": {name: arrays[name] for name in order}, "structure": notes},
        same_content=same,
    )


def _sizes(before: np.ndarray, after: np.ndarray) -> dict[str, Any]:
    """Return how far apart two arrays of one shape are; None where that is no number."""
    unequal = before != after
    if after.dtype.kind in "fc":
        unequal &= ~(np.isnan(before) & np.isnan(after))
    sizes: dict[str, Any] = {"differing": int(np.count_nonzero(unequal)), "of": int(after.size)}
    if after.dtype.kind not in "fciub":
        return sizes | {"largest_absolute": None, "largest_relative": None}
    wide = np.complex128 if after.dtype.kind == "c" else np.float64
    old, new = before[unequal].astype(wide), after[unequal].astype(wide)
    with np.errstate(invalid="ignore", over="ignore"):
        absolute = float(np.max(np.abs(new - old)))
        scale = float(max(np.nanmax(np.abs(before)), np.nanmax(np.abs(after))))
    if not (math.isfinite(absolute) and math.isfinite(scale)):
        return sizes | {"largest_absolute": None, "largest_relative": None}
    return sizes | {"largest_absolute": absolute, "largest_relative": absolute / scale}
