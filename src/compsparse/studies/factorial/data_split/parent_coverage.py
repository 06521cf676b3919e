"""Which unseen inputs can be predicted from the seen ones (document 004, Section 2.2).

The p(y | x) of an input is determined by those of other inputs once every output factor has been
seen in the joint parent state that it has for this input.
"""

from itertools import combinations
from math import comb

import numpy as np
from jaxtyping import Bool, Int

from compsparse.studies.factorial.data_model.graph import FactorGraph


def covered(
    states: Int[np.ndarray, "output_factor x"], seen: Bool[np.ndarray, " x"]
) -> Bool[np.ndarray, " x"]:
    """Return for every input whether all its parent states occur among the ``seen`` inputs."""
    occurs = [np.isin(row, row[seen]) for row in states]
    everywhere: Bool[np.ndarray, " x"] = np.logical_and.reduce(occurs)
    return everywhere


def expected_covered_share(graph: FactorGraph, seen: int) -> float:
    """Return the probability that an unseen input is covered by ``seen`` random other inputs.

    By inclusion and exclusion over the output factors whose parent state stays unseen; the same for
    every input, because each parent state belongs to equally many inputs.
    """
    size = graph.inputs.size
    factors = range(len(graph.parents))
    signed = sum(
        _sign(count) * comb(size - _agreeing(graph, missed), seen)
        for count in range(1, len(factors) + 1)
        for missed in combinations(factors, count)
    )
    draws = comb(size - 1, seen)
    return (draws + signed) / draws


def _agreeing(graph: FactorGraph, factors: tuple[int, ...]) -> int:
    """Count the inputs that share the parent state of at least one of the output factors."""
    return sum(
        -_sign(count) * _sharing_all(graph, subset)
        for count in range(1, len(factors) + 1)
        for subset in combinations(factors, count)
    )


def _sharing_all(graph: FactorGraph, factors: tuple[int, ...]) -> int:
    fixed = {parent for factor in factors for parent in graph.parents[factor]}
    sizes = graph.inputs.sizes
    return int(np.prod([sizes[i] for i in range(len(sizes)) if i not in fixed], dtype=np.int64))


def _sign(count: int) -> int:
    return -1 if count % 2 else 1
