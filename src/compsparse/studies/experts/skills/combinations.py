"""Combinations of codes, and which of them are held out from training."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Int64


def combinations(codes: int, layers: int) -> Int64[np.ndarray, "combination layer"]:
    """Return all codes^layers combinations; the last code varies fastest."""
    return np.indices((codes,) * layers).reshape(layers, -1).T.copy()


def require_all_codes_seen(
    table: Int64[np.ndarray, "combination layer"], held_out: Bool[np.ndarray, " combination"]
) -> None:
    """Refuse hold-outs that remove an expert from training altogether.

    Raises:
        ValueError: a code of a layer is in held-out combinations only.
    """
    for layer, column in enumerate(table.T):
        for code in np.unique(column):
            if held_out[column == code].all():
                raise ValueError(
                    f"Code {code} of layer {layer} is in held-out combinations only, so that no "
                    "training ever sees it. Hold out fewer combinations, or others."
                )


def draw_held_out(
    table: Int64[np.ndarray, "combination layer"],
    numbers: Sequence[int],
    random: np.random.Generator,
) -> Bool[np.ndarray, "fold combination"]:
    """Return nested random hold-outs, so many combinations in each fold.

    Of random orders the first is taken in which every code is seen in all folds.

    Raises:
        ValueError: more than can be held out: each layer's codes must be seen.
    """
    most = len(table) - (int(table.max()) + 1)
    if max(numbers) > most or min(numbers) < 1:
        raise ValueError(
            f"held_out: from 1 to {most} of {len(table)} combinations, not {list(numbers)}: each "
            "code of each layer must be in a combination that is seen."
        )
    while True:
        rank = random.permutation(len(table))
        folds = np.stack([rank < number for number in numbers])
        seen = table[~folds.any(axis=0)]
        if all(len(np.unique(column)) == table.max() + 1 for column in seen.T):
            return folds


def each_once(number: int) -> Bool[np.ndarray, "fold combination"]:
    """Return hold-outs in which each of so many combinations is held out once, alone."""
    return np.eye(number, dtype=bool)
