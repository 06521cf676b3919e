"""Which hidden units of a layer are shown: a rule that looks at no map."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool

LINEAR = "identity"  # copies, and sums of what other maps show already


def shown_units(
    activations: Sequence[str], live: Bool[np.ndarray, " unit"], most: int
) -> list[int]:
    """Return the units that are shown: live ones whose activation is not the identity."""
    # of too many, activations take turns in the layer's order, and give their first units first
    turns: dict[str, int] = {}
    ranked: list[tuple[int, int]] = []
    for unit, name in enumerate(activations):
        if live[unit] and name != LINEAR:
            turns[name] = turns.get(name, -1) + 1
            ranked.append((turns[name], unit))
    return sorted(unit for _, unit in sorted(ranked)[:most])
