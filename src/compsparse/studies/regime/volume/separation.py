"""Reading 2: random masks under which every output depends on its own input and on no other.

P inputs, L - 1 hidden layers of W units, P outputs; each of the L matrices of connections keeps
each connection with probability q, independently. An output depends on the inputs to which a path
of kept connections leads. At L = 1 the ratio is (q (1 - q)^(P - 1))^P.

A unit's inputs matter only as: none, exactly input p, or several. These P + 2 classes are closed
under union (several stays several), so counts of units per class are an exact chain: with n_0 units
of the layer below that depend on none and n_p on p alone, a unit depends on none with probability
(1 - q)^(W - n_0), on none or p alone with (1 - q)^(W - n_0 - n_p).

The ratio falls with depth at its best density, and that density falls with width: a sweet spot of
connectivity, none of depth.

Layers of W units that are drawn independently given the layer below have exact laws of counts, here
and in ``random_wiring``: where the law of a unit depends on the layer below only through how many
units of each class are in it, the counts of the next layer are multinomial, and the counts are a
Markov chain from layer to layer. Its states are all ways to put W units into the classes.
"""

import math
from itertools import pairwise

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


_CHUNK = 1 << 22  # connections drawn at a time


def separation_ratios(
    primitives: int, width: int, depth: int, density: float
) -> Float64[np.ndarray, " depth"]:
    """Return the exact probability of separation at the depths 1 .. ``depth``.

    Raises:
        TooManyStatesError: W and P are too large for the chain.
    """
    inputs = np.array([[0] + [1] * primitives + [0]])
    ratios = [float(_all_separate(inputs, density)[0])]
    if depth > 1:
        states = layer_states(width, primitives + 2)
        separate = _all_separate(states, density)
        law = multinomial(_unit_law(inputs, density), states)[0]
        ratios.append(float(law @ separate))
        if depth > 2:
            transfer = multinomial(_unit_law(states, density), states)
            for _ in range(depth - 2):
                law = law @ transfer
                ratios.append(float(law @ separate))
    return np.array(ratios)


def sample_separation(
    primitives: int, width: int, depth: int, density: float, masks: int, random: np.random.Generator
) -> int:
    """Return the number of random masks that separate."""
    sizes = [primitives, *[width] * (depth - 1), primitives]
    most = max(1, _CHUNK // max(width, primitives) ** 2)
    found = 0
    for start in range(0, masks, most):
        number = min(most, masks - start)
        leads = np.tile(np.eye(primitives, dtype=np.float32), (number, 1, 1))
        for below, above in pairwise(sizes):
            kept = random.random((number, above, below), dtype=np.float32) < density
            leads = (kept.astype(np.float32) @ leads > 0).astype(np.float32)
        found += int((leads == np.eye(primitives)).all(axis=(1, 2)).sum())
    return found


def _unit_law(
    states: Int64[np.ndarray, "state class"], density: float
) -> Float64[np.ndarray, "state class"]:
    """Return the law of a unit's class above a layer: none, each input alone, several."""
    units = states[0].sum()
    outside_none = (1 - density) ** (units - states[:, :1]).astype(np.float64)
    outside_one = (1 - density) ** (units - states[:, :1] - states[:, 1:-1]).astype(np.float64)
    alone = outside_one - outside_none
    several = np.maximum(0.0, 1 - outside_none - alone.sum(axis=1, keepdims=True))
    return np.hstack([outside_none, alone, several])


def _all_separate(
    states: Int64[np.ndarray, "state class"], density: float
) -> Float64[np.ndarray, " state"]:
    """Return the probability that the outputs above a layer depend on 1, 2, ..., P alone."""
    return np.asarray(_unit_law(states, density)[:, 1:-1].prod(axis=1))
