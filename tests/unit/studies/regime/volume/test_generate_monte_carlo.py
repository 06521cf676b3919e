"""What is drawn, and that draws have names of their own."""

import numpy as np

from compsparse.studies.regime.volume.random_wiring import sample_wiring
from tests.unit.studies.regime.volume.conftest import DRAWING, drawing
from workflow_engine.seeds import generator


def test_shapes_and_the_named_draw_of_one_cell() -> None:
    data = drawing()
    assert data["wiring"].shape == (3, 3, 9)
    assert data["separated"].shape == (3, 1, 2)
    random = generator(5, *DRAWING["seed_names"], "wiring", 6, 2)
    separate = sample_wiring(3, 6, 9, 0.7, 60, random).mean(axis=0)
    np.testing.assert_array_equal(data["wiring"][2, 1], separate)


def test_more_widths_and_groups_change_no_earlier_draw() -> None:
    data, more = drawing(), drawing(widths=[3, 5, 6, 48], groups=4, mask_widths=[2, 3])
    np.testing.assert_array_equal(more["wiring"][:3, [0, 2, 3]], data["wiring"])
    np.testing.assert_array_equal(more["separated"][:3, [1]], data["separated"])
    assert not np.array_equal(more["wiring"][3, 3], data["wiring"][2, 2])


def test_another_root_draws_others() -> None:
    assert not np.array_equal(drawing(root_seed=6)["wiring"], drawing()["wiring"])
