"""Document 004, Section 2.2: the probability that an unseen input has no new parent state.

The formula of inclusion and exclusion against the enumeration of all splits.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.data_split.parent_coverage import covered, expected_covered_share

GRAPHS = {
    "disjoint parents": FactorGraph(
        Factorization((2, 2, 2)), Factorization((3, 3)), ((0,), (1, 2))
    ),
    "shared parents": FactorGraph(
        Factorization((2, 2, 2)), Factorization((3, 3)), ((0, 1), (1, 2))
    ),
    "equal parents": FactorGraph(Factorization((2, 2, 2)), Factorization((3, 3)), ((0, 2), (0, 2))),
    "nested parents": FactorGraph(Factorization((3, 3)), Factorization((2, 2)), ((0,), (0, 1))),
    "unequal sizes": FactorGraph(Factorization((2, 5)), Factorization((2, 2)), ((0,), (1,))),
    "no parents": FactorGraph(Factorization((2, 3)), Factorization((2, 2)), ((), (1,))),
    "three outputs": FactorGraph(
        Factorization((2, 2, 2)), Factorization((2, 2, 2)), ((0,), (1, 2), (0, 2))
    ),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_formula_equals_enumeration(name: str) -> None:
    graph = GRAPHS[name]
    size = graph.inputs.size
    states = graph.parent_states(np.arange(size))
    for count in range(size):
        hits = trials = 0
        for chosen in combinations(range(size), count):
            seen = np.isin(np.arange(size), chosen)
            hits += int((covered(states, seen) & ~seen).sum())
            trials += size - count
        assert expected_covered_share(graph, count) == pytest.approx(
            float(Fraction(hits, trials)), rel=1e-15, abs=1e-15
        )
