"""Layers of W units that are drawn independently given the layer below: exact laws of their counts.

Where the law of a unit depends on the layer below only through how many units of each class are in
it, the counts of the next layer are multinomial, and the counts are a Markov chain from layer to
layer. Its states are all ways to put W units into the classes.
"""

import math

import numpy as np
from jaxtyping import Float64, Int64

_MOST_STATES = 3000  # their transfer matrix takes 72 MB


class TooManyStatesError(ValueError):
    """The exact chain is too large; Monte Carlo is not."""


def layer_states(units: int, classes: int) -> Int64[np.ndarray, "state class"]:
    """Return all counts of ``units`` units in ``classes`` classes; refuse more than 3000."""
    number = math.comb(units + classes - 1, classes - 1)
    if number > _MOST_STATES:
        raise TooManyStatesError(
            f"{units} units in {classes} classes have {number} states; the exact chain takes at "
            f"most {_MOST_STATES}. Take fewer units or primitives, or Monte Carlo."
        )
    states = np.zeros((1, 0), dtype=np.int64)
    for _ in range(classes - 1):
        left = units - states.sum(axis=1)
        rows = np.repeat(np.arange(len(states)), left + 1)
        next_counts = np.concatenate([np.arange(most + 1) for most in left])
        states = np.column_stack([states[rows], next_counts])
    return np.column_stack([states, units - states.sum(axis=1)])


def multinomial(
    probabilities: Float64[np.ndarray, "below class"], states: Int64[np.ndarray, "state class"]
) -> Float64[np.ndarray, "below state"]:
    """Return the probability of each state for units drawn independently from each row's law."""
    from scipy.special import gammaln, xlogy

    units = states[0].sum()
    coefficients = gammaln(units + 1) - gammaln(states + 1).sum(axis=1)
    logarithms = np.tile(coefficients, (len(probabilities), 1))
    for column, counts in zip(probabilities.T, states.T, strict=True):
        logarithms += xlogy(counts, column[:, None])
    return np.asarray(np.exp(logarithms))
