"""What is learned: L maps one after the other, each chosen by a code of its own layer.

Document 000, section 29.3: "subtasks depend on small subsets of inputs and are hierarchically
composed". A map is z -> tanh(gain (Q z + b)), Q orthogonal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

OFFSET = 0.3  # spread of b, small beside a coordinate of Q z


@dataclass(frozen=True)
class Skills:
    """What ``generate_skills`` writes: the maps of each combination, and what is held out.

    ``linear`` is gain times Q, ``offset`` gain times b. Trainings of a fold never see combinations
    that are ``held_out``; ``codes`` are what networks read of one.
    """

    linear: Float64[np.ndarray, "run layer combination d d"]
    offset: Float64[np.ndarray, "run layer combination d"]
    held_out: Bool[np.ndarray, "run fold combination"]
    codes: Float32[np.ndarray, "combination code"]


def apply_maps(
    linear: Float64[np.ndarray, "layer combination d d"],
    offset: Float64[np.ndarray, "layer combination d"],
    inputs: Float64[np.ndarray, "example d"],
    chosen: Int64[np.ndarray, " example"],
) -> Float64[np.ndarray, "example d"]:
    """Return the target of inputs, each with its combination."""
    values = inputs
    for matrices, offsets in zip(linear, offset, strict=True):
        values = np.tanh((matrices[chosen] @ values[..., None])[..., 0] + offsets[chosen])
    return values


def combinations(codes: int, layers: int) -> Int64[np.ndarray, "combination layer"]:
    """Return all codes^layers combinations; the last code varies fastest."""
    return np.indices((codes,) * layers).reshape(layers, -1).T.copy()


def draw_maps(
    codes: int,
    layers: int,
    dimension: int,
    gain: float,
    random: np.random.Generator,
    *,
    independent: bool = False,
    one_map: bool = False,
) -> tuple[
    Float64[np.ndarray, "layer combination d d"], Float64[np.ndarray, "layer combination d"]
]:
    """Return the maps of each combination: one for each code, or independent ones for all.

    With ``one_map`` all codes of a layer have the same map.
    """
    table = combinations(codes, layers)
    number = len(table) if independent else codes
    normal = random.standard_normal((layers, number, dimension, dimension))
    orthogonal, triangular = np.linalg.qr(normal)
    # without the signs QR would prefer some rotations
    signs = np.sign(np.diagonal(triangular, axis1=-2, axis2=-1))
    linear = gain * orthogonal * signs[..., None, :]
    offset = gain * OFFSET * random.standard_normal((layers, number, dimension))
    if one_map:
        linear[:], offset[:] = linear[:, :1], offset[:, :1]
    if independent:
        return linear, offset
    rows = np.arange(layers)[:, None], table.T
    return linear[rows], offset[rows]


def draw_held_out(
    table: Int64[np.ndarray, "combination layer"],
    numbers: Sequence[int],
    random: np.random.Generator,
) -> Bool[np.ndarray, "fold combination"]:
    """Return nested random hold-outs, so many combinations in each fold, or each once, alone.

    Of random orders the first is taken in which every code is seen in all folds.

    Raises:
        ValueError: more than can be held out: each layer's codes must be seen.
    """
    codes = int(table.max()) + 1
    most = len(table) - codes
    if not numbers and most > 0:
        return np.eye(len(table), dtype=bool)
    if min(numbers, default=0) < 1 or max(numbers) > most:
        raise ValueError(
            f"held_out: from 1 to {most} of {len(table)} combinations, not {list(numbers)}: each "
            "code of each layer must be in a combination that is seen."
        )
    while True:
        rank = random.permutation(len(table))
        folds = np.stack([rank < number for number in numbers])
        seen = table[~folds.any(axis=0)]
        if all(len(np.unique(column)) == codes for column in seen.T):
            return folds
