"""States of a layer, and their probabilities."""

import math
from itertools import product

import numpy as np
import pytest

from compsparse.studies.regime.volume.separation import (
    TooManyStatesError,
    layer_states,
    multinomial,
)


@pytest.mark.parametrize(("units", "classes"), [(3, 1), (3, 2), (4, 4), (2, 6)])
def test_all_counts_are_there_once(units: int, classes: int) -> None:
    everything = product(range(units + 1), repeat=classes)
    expected = {counts for counts in everything if sum(counts) == units}
    found = [tuple(counts) for counts in layer_states(units, classes).tolist()]
    assert set(found) == expected and len(found) == len(expected)


def test_probabilities_are_those_of_listed_units() -> None:
    law = np.array([[0.2, 0.3, 0.5], [0.0, 1.0, 0.0]])
    states = layer_states(3, 3)
    listed = np.zeros((2, len(states)))
    index = {tuple(counts): place for place, counts in enumerate(states.tolist())}
    for units in product(range(3), repeat=3):
        counts = tuple(units.count(kind) for kind in range(3))
        listed[:, index[counts]] += law[:, units].prod(axis=1)
    np.testing.assert_allclose(multinomial(law, states), listed, atol=1e-15)


def test_a_chain_that_is_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(TooManyStatesError, match=str(math.comb(53, 5))):
        layer_states(48, 6)
