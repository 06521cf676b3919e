"""Combinations of codes, and which of them are held out from training."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Int64


def combinations(codes: int, layers: int) -> Int64[np.ndarray, "combination layer"]:
    """Return all codes^layers combinations; the last code varies fastest."""
    return np.indices((codes,) * layers).reshape(layers, -1).T.copy()


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
