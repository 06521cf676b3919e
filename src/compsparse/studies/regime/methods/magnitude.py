"""How far a method keeps what pruning by magnitude would keep."""

import numpy as np
from jaxtyping import Bool, Float32


def agreement_with_magnitude(
    sizes: Float32[np.ndarray, " weight"], kept: Bool[np.ndarray, " weight"]
) -> float:
    """Return the fraction of kept weights among the largest, scaled: 0 by chance, 1 for all."""
    count, whole = int(kept.sum()), len(kept)
    if count == whole:
        return 1.0
    largest = np.argsort(-sizes, kind="stable")[:count]
    share, chance = float(kept[largest].mean()), count / whole
    return (share - chance) / (1 - chance)
