"""Step ``generate``: correlations of random pairs of targets, by the formula and by sequences.

Two targets of k-fold composition are hidden permutations pi and pi'. With m_t the share of symbols
on which pi_t and pi'_t agree, they give the same answer with probability 1/N + rho,

    rho = (1 - 1/N) prod_t (N m_t - 1) / (N - 1),

since uniform permutations that are read turn a difference at any hop into a uniform one over the
other symbols: an ingredient of bounds for statistical queries. For independent uniform pi',
E rho^2 = (1 - 1/N)^2 (N - 1)^(-2k): the number of fixed points of a uniform permutation has mean
and variance 1.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.task.hops import all_hops, permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def correlation(
    first: Int64[np.ndarray, "*pair fold symbol"], second: Int64[np.ndarray, "*pair fold symbol"]
) -> Float64[np.ndarray, "*pair"]:
    """Return rho of pairs of targets, by the formula."""
    symbols = first.shape[-1]
    agreeing = (first == second).sum(axis=-1)
    return np.asarray((1 - 1 / symbols) * ((agreeing - 1) / (symbols - 1)).prod(axis=-1))


def mean_square(folds: int, symbols: int) -> float:
    """Return E rho^2 over independent targets."""
    return float((1 - 1 / symbols) ** 2 * (symbols - 1.0) ** (-2 * folds))


def run(
    inputs: Inputs,
    *,
    folds: Sequence[int],
    symbols: Sequence[int],
    pairs: int,
    groups: int,
    sequences: int,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return correlations of groups of random pairs, for each number of folds and symbols.

    ``mean_square`` [fold, symbols, group] is the mean of rho^2, ``expected`` [fold, symbols] its
    expectation; ``agreement`` and ``predicted`` [fold, symbols] are the fractions of equal answers
    of one pair of targets that agrees on some symbols, counted and by the formula.

    Args:
        pairs: of targets, in a group.
        sequences: on which one pair of each cell is compared.
    """
    shape = len(folds), len(symbols)
    squares = np.empty((*shape, groups))
    expected, agreement, predicted = (np.empty(shape) for _ in range(3))
    for a, k in enumerate(folds):
        for b, n in enumerate(symbols):
            random = generator(root_seed, *seed_names, k, n)
            for group in range(groups):
                targets = permutations(random, pairs, 2, k, symbols=n)
                squares[a, b, group] = (correlation(targets[:, 0], targets[:, 1]) ** 2).mean()
            expected[a, b] = mean_square(k, n)
            first = permutations(random, k, symbols=n)
            second = first.copy()
            second[:, [0, 1]] = first[:, [1, 0]]  # swap two symbols in each permutation
            read = permutations(random, sequences, k, symbols=n)
            equal = all_hops(read, first)[-1][:, 0] == all_hops(read, second)[-1][:, 0]
            agreement[a, b] = equal.mean()
            predicted[a, b] = 1 / n + float(correlation(first, second))
    return {
        "data": {
            "folds": np.array(folds),
            "symbols": np.array(symbols),
            "mean_square": squares,
            "expected": expected,
            "agreement": agreement,
            "predicted": predicted,
        }
    }
