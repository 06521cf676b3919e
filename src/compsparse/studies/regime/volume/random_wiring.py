"""Reading 3: units that copy or compose units of the layer below, at random.

Every unit copies one unit of the layer below (probability a, ``copying``) or composes two different
ones (1 - a), each uniformly chosen; the inputs of the first layer are the P primitives. Composing
extends the chain by one link where the two are e_(k-1) and p_k, in either order: e_1 = p_1,
e_k = (e_(k-1) p_k). All other expressions are useless. The ratio at depth L is the fraction of
units of layer L that compute the whole chain e_P.

Mean field. Let pi_l(e) be the fraction of units of layer l that compute e. The first layer draws
from exactly P inputs, two different ones for a composition, so

    pi_1(p_k) = a / P,    pi_1(e_2) = (1 - a) 2 / (P (P - 1)),

not (1 - a) 2 / P^2, as if both could be the same input. Above it,

    pi_(l+1)(p_k) = a pi_l(p_k),
    pi_(l+1)(e_k) = a pi_l(e_k) + 2 (1 - a) pi_l(e_(k-1)) pi_l(p_k).

Accuracy. Given layer l - 1, the units of layer l are independent with one distribution p(e), fixed
by the counts of layer l - 1, so two different ones compute f and g with probability p(f) p(g), and
pi_(l+1) differs from the mean field by 2 (1 - a) Cov(p(f), p(g)) over those counts. The inputs are
fixed, so the distribution of layer 1 has no variance: layers 1 and 2 are exact at every width. From
layer 3 on the counts vary like a multinomial of W, the covariance is of order 1 / W, and so is the
gap. For P = 3 in layer 3, whose counts below are multinomial with pi_1, it is exactly

    -(2 (1 - a) a / W) (a pi_1(e_2) pi_1(p_3) + 4 (1 - a) pi_1(p_1) pi_1(p_2) pi_1(p_3)),

at a = 0.7 the fraction -0.668 / W of the mean field; it grows with depth. ``wiring_ratios`` has no
gap, for small widths.

The ratio rises while chains grow and falls once copying and useless composition dilute the
primitives: it peaks at a depth that grows with P. The width of a peak over depth: the depths around
it that reach half of its height.
"""

import math

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.studies.regime.volume.separation import layer_states, multinomial

# classes of units, for P primitives: 0 useless, 1 .. P the primitives, P + k - 1 the chain e_k
_USELESS = 0
_CHUNK = 1 << 20  # units drawn at a time


def mean_field_ratios(primitives: int, depth: int, copying: float) -> Float64[np.ndarray, " depth"]:
    """Return the fraction of units that compute the chain at depths 1 .. ``depth``, for wide W."""
    shares = _first_layer(primitives, copying)
    ratios = [shares[-1]]
    for _ in range(depth - 1):
        # two different units of a wide layer are independent
        shares = copying * shares + (1 - copying) * _composed(shares[None], primitives)[0]
        ratios.append(shares[-1])
    return np.array(ratios)


def wiring_ratios(
    primitives: int, width: int, depth: int, copying: float
) -> Float64[np.ndarray, " depth"]:
    """Return the exact expected fraction at the depths 1 .. ``depth``, for a small width W.

    Raises:
        TooManyStatesError: W and P are too large for the chain.
    """
    first = _first_layer(primitives, copying)
    if depth == 1:
        return first[-1:]
    states = layer_states(width, 2 * primitives)
    counts = states.astype(np.float64)
    pairs = _composed(counts, primitives) / (width * (width - 1))
    above = copying * counts / width + (1 - copying) * pairs
    above[:, _USELESS] = np.maximum(0.0, 1 - above[:, 1:].sum(axis=1))
    first[_USELESS] = 1 - first[1:].sum()
    law = multinomial(first[None], states)[0]
    transfer = multinomial(above, states) if depth > 2 else None
    ratios = [first[-1], law @ above[:, -1]]
    for _ in range(depth - 2):
        law = law @ transfer
        ratios.append(law @ above[:, -1])
    return np.array(ratios)


def sample_wiring(
    primitives: int,
    width: int,
    depth: int,
    copying: float,
    networks: int,
    random: np.random.Generator,
) -> Float64[np.ndarray, "network depth"]:
    """Return the fraction of units that compute the chain in random networks, by layer."""
    # units of a network are not independent: take errors over networks
    table = _composition_table(primitives)
    most = max(1, _CHUNK // width)
    parts = []
    for start in range(0, networks, most):
        number = min(most, networks - start)
        below = np.tile(np.arange(1, primitives + 1), (number, 1))
        shares = np.empty((number, depth))
        for layer in range(depth):
            units = below.shape[1]
            source = random.integers(units, size=(number, width))
            partner = (source + random.integers(1, units, size=(number, width))) % units
            first = np.take_along_axis(below, source, axis=1)
            second = np.take_along_axis(below, partner, axis=1)
            copies = random.random((number, width)) < copying
            below = np.where(copies, first, table[first, second])
            shares[:, layer] = (below == 2 * primitives - 1).mean(axis=1)
        parts.append(shares)
    return np.concatenate(parts) if parts else np.empty((0, depth))


def peak_depth(ratios: Float64[np.ndarray, " depth"]) -> int:
    """Return the depth, from 1, of the largest ratio; the smaller one of equals."""
    return int(np.argmax(ratios)) + 1


def _first_layer(primitives: int, copying: float) -> Float64[np.ndarray, " class"]:
    shares = np.zeros(2 * primitives)
    shares[1 : primitives + 1] = copying / primitives
    shares[primitives + 1] = (1 - copying) / math.comb(primitives, 2)
    return shares


def _composed(
    amounts: Float64[np.ndarray, "row class"], primitives: int
) -> Float64[np.ndarray, "row class"]:
    """Return 2 n(e_(k-1)) n(p_k) for every chain e_k, and 0 for all other classes."""
    shorter = [1, *range(primitives + 1, 2 * primitives - 1)]  # e_1 = p_1, e_2, ..., e_(P-1)
    composed = np.zeros_like(amounts)
    composed[:, primitives + 1 :] = 2 * amounts[:, shorter] * amounts[:, 2 : primitives + 1]
    return composed


def _composition_table(primitives: int) -> Int64[np.ndarray, "class class"]:
    table = np.full((2 * primitives, 2 * primitives), _USELESS)
    for k in range(2, primitives + 1):
        shorter = 1 if k == 2 else primitives + k - 2
        table[shorter, k] = table[k, shorter] = primitives + k - 1
    return table


def half_height_depths(ratios: Float64[np.ndarray, " depth"]) -> Bool[np.ndarray, " depth"]:
    """Return which depths belong to the peak: the run around the largest ratio that has half it."""
    # the first of equally large ratios is the peak
    most = float(ratios.max())
    if not most > 0:
        raise ValueError(
            f"The largest of {len(ratios)} ratios is {most:g}; a peak needs a positive one. Take "
            "more depths, or more networks."
        )
    below = np.flatnonzero(ratios < most / 2)
    peak = int(np.argmax(ratios))
    first = below[below < peak].max(initial=-1) + 1
    last = below[below > peak].min(initial=len(ratios)) - 1
    depths = np.arange(len(ratios))
    return np.asarray((depths >= first) & (depths <= last))


def half_height_width(ratios: Float64[np.ndarray, " depth"]) -> int:
    """Return the number of depths of the peak; if the last is one of them, it may continue."""
    return int(half_height_depths(ratios).sum())
