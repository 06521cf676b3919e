"""Which units are shown, and how their maps are written down."""

import numpy as np
import pytest

from compsparse.studies.regime.unit_maps.network_maps import SIDE, as_text, from_text, shown_units

LAYER = ("identity", "gaussian", "gaussian", "gaussian", "sigmoid", "sigmoid", "sin")


@pytest.mark.parametrize(
    ("most", "dead", "shown"),
    [(9, [], [1, 2, 3, 4, 5, 6]), (3, [], [1, 4, 6]), (4, [], [1, 2, 4, 6]), (2, [1, 4], [2, 5])],
)
def test_activations_take_turns(most: int, dead: list[int], shown: list[int]) -> None:
    live = np.ones(len(LAYER), dtype=np.bool_)
    live[dead] = False
    assert shown_units(LAYER, live, most) == shown


def test_maps_come_back_in_hundredths() -> None:
    values = np.random.default_rng(0).uniform(-1.0, 1.0, SIDE**2)
    values[:5] = [-3.0, -1.0, 0.0, 1.0, 3.0]
    text = as_text(values)
    assert text.startswith("000064c8c8") and len(text) == 2 * SIDE**2
    back = from_text(text).ravel()
    assert back[:5].tolist() == [-1.0, -1.0, 0.0, 1.0, 1.0]
    assert np.abs(back[5:] - values[5:]).max() <= 0.005
