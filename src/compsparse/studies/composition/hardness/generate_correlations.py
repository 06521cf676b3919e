"""Step ``generate``: correlations of random pairs of targets, by the formula and by sequences."""

import numpy as np

from compsparse.studies.composition.hardness.correlation import correlation, mean_square
from compsparse.studies.composition.task.hops import all_hops, permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what groups of pairs give, [group] for each fold and number of symbols.

    Params: folds and symbols, lists; pairs, of targets in a group; groups; sequences, on which one
    pair of each cell is compared. ``mean_square`` [fold, symbols, group] is the mean of rho^2,
    ``expected`` [fold, symbols] what it should be; ``agreement`` and ``predicted`` [fold, symbols]
    are the shares of equal answers of one pair that agrees on some symbols.
    """
    names = params["root_seed"], *params["seed_names"]
    shape = len(params["folds"]), len(params["symbols"])
    squares = np.empty((*shape, params["groups"]))
    expected, agreement, predicted = (np.empty(shape) for _ in range(3))
    for a, folds in enumerate(params["folds"]):
        for b, symbols in enumerate(params["symbols"]):
            random = generator(*names, folds, symbols)
            for group in range(params["groups"]):
                pairs = permutations(random, params["pairs"], 2, folds, symbols=symbols)
                squares[a, b, group] = (correlation(pairs[:, 0], pairs[:, 1]) ** 2).mean()
            expected[a, b] = mean_square(folds, symbols)
            one = permutations(random, folds, symbols=symbols)
            other = one.copy()
            other[:, [0, 1]] = one[:, [1, 0]]  # two symbols change places in each permutation
            read = permutations(random, params["sequences"], folds, symbols=symbols)
            equal = all_hops(read, one)[-1][:, 0] == all_hops(read, other)[-1][:, 0]
            agreement[a, b] = equal.mean()
            predicted[a, b] = 1 / symbols + float(correlation(one, other))
    return {
        "data": {
            "folds": np.array(params["folds"]),
            "symbols": np.array(params["symbols"]),
            "mean_square": squares,
            "expected": expected,
            "agreement": agreement,
            "predicted": predicted,
        }
    }
