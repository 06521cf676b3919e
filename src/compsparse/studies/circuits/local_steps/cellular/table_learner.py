"""Tables of the majority of what followed each pattern; "empty" after ties and if never seen."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Int64, Integer

Codes = Integer[np.ndarray, " sample"]
Seen = Int64[np.ndarray, " pattern"]


def learned_tables(
    codes: Codes, occupied: Bool[np.ndarray, " sample"], sizes: Sequence[int], patterns: int
) -> Bool[np.ndarray, "size pattern"]:
    """Return the answers learned from the first samples, for several numbers of them."""
    if list(sizes) != sorted(set(sizes)) or not 1 <= sizes[0] <= sizes[-1] <= len(codes):
        raise ValueError(
            f"The sizes are {sizes}; they must increase from at least 1 to at most the "
            f"{len(codes)} samples."
        )
    balance = np.zeros(patterns, dtype=np.int64)
    tables = np.zeros((len(sizes), patterns), dtype=bool)
    start = 0
    for row, size in enumerate(sizes):
        part = codes[start:size]
        followed = part[occupied[start:size]]
        # occupied minus empty: twice the former minus both
        balance += 2 * np.bincount(followed, minlength=patterns)
        balance -= np.bincount(part, minlength=patterns)
        tables[row] = balance > 0
        start = size
    return tables


def first_seen(codes: Codes, patterns: int) -> Seen:
    """Return the sample, from 0, that shows each pattern first; the number of samples if none."""
    first = np.full(patterns, len(codes), dtype=np.int64)
    # of several assignments to one pattern the last one stays, so samples go from last to first
    first[codes[::-1]] = np.arange(len(codes), dtype=np.int64)[::-1]
    return first


def samples_to_learn(
    first: Seen, samples: int, weights: Seen, occupied: Bool[np.ndarray, " pattern"], share: float
) -> int:
    """Return the samples after which a fraction of all patterns, by weight, is answered right."""
    # the pattern determines what follows: one sample is enough, and where "empty" follows, the
    # table is right from the start
    needed = share * int(weights.sum()) - int(weights[~occupied].sum())
    if needed <= 0:
        return 0
    order = np.argsort(first[occupied], kind="stable")
    learned = np.cumsum(weights[occupied][order])
    last = int(np.searchsorted(learned, needed))
    reached = int(first[occupied][order[last]]) + 1 if last < len(order) else samples + 1
    if reached > samples:
        raise ValueError(
            f"The share {share} of all patterns is not learned from {samples} samples; give more."
        )
    return reached
