"""How well outcomes are ordered like complexities: concordance of pairs (Kendall)."""

import numpy as np
from jaxtyping import Float, Num


def concordant_pairs(
    complexity: Num[np.ndarray, " case"], outcome: Float[np.ndarray, " case"]
) -> tuple[float, int]:
    """Count the pairs of cases whose outcomes are ordered as their complexities.

    Pairs of equal complexity predict no order and do not count; a pair of equal outcomes counts
    one half.

    Returns:
        The number of concordant pairs, and the number of pairs with different complexities.

    Raises:
        ValueError: an outcome or a complexity is not a number.
    """
    if np.isnan(outcome).any() or np.isnan(complexity).any():
        raise ValueError("Complexities and outcomes must be numbers; at least one is NaN.")
    first, second = np.triu_indices(len(complexity), k=1)
    # comparisons, not signs of differences: two infinite outcomes are a tie
    predicted = _comparison(complexity, first, second)
    observed = _comparison(outcome, first, second)
    differs = predicted != 0
    agreement = (1 + predicted[differs] * observed[differs]) / 2
    return float(agreement.sum()), int(differs.sum())


def _comparison(
    values: Num[np.ndarray, " case"],
    first: Num[np.ndarray, " pair"],
    second: Num[np.ndarray, " pair"],
) -> Num[np.ndarray, " pair"]:
    """Return -1, 0 or 1 where the first of a pair is smaller than, equal to, above the second."""
    above = values[first] > values[second]
    below = values[first] < values[second]
    sign: Num[np.ndarray, " pair"] = np.subtract(above, below, dtype=np.int64)
    return sign


def order_agreement(
    complexity: Num[np.ndarray, " case"], outcome: Float[np.ndarray, " case"]
) -> float:
    """Return the share of pairs of different complexity whose outcomes are ordered the same way.

    1 is full agreement, 1/2 what independent outcomes give on average, 0 the reverse order.

    Raises:
        ValueError: no two cases differ in complexity, or a value is NaN.
    """
    concordant, pairs = concordant_pairs(complexity, outcome)
    if pairs == 0:
        raise ValueError(
            f"An order needs two cases of different complexity; all are {complexity.tolist()}."
        )
    return concordant / pairs
