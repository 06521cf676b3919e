"""Which edges are a part's own, and what changing them does."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.regime.judging.sweep import EFFECT, TOLERANCE
from compsparse.studies.regime.network.pixels import grid_inputs
from compsparse.studies.regime.targets.generate_target import influence_maps, part_edges, spread
from compsparse.studies.regime.targets.genome_files import read_genome_json
from tests.unit.studies.regime.targets.small_genomes import BUILT, colour_genome

EDGES = [
    ("x", "only a", 1.0),  # 0
    ("y", "shared", 1.0),  # 1
    ("only a", "a", 1.0),  # 2
    ("shared", "a", 1.0),  # 3
    ("shared", "b", 1.0),  # 4
    ("a", "v", 0.2),  # 5
    ("b", "v", 0.2),  # 6
    ("bias", "v", 0.5),  # 7
]
HIDDEN = {"only a": "sin", "shared": "sin", "a": "identity", "b": "identity"}


def test_exclusive_ancestors_belong_to_a_part() -> None:
    genome = colour_genome(
        HIDDEN, EDGES, {"a": (2, 3, 5), "b": (4, 6), "both": (3, 4), "out": (5,)}
    )
    assert part_edges(genome, "a") == (0, 2, 3, 5)
    assert part_edges(genome, "b") == (4, 6)
    assert part_edges(genome, "both") == (1, 3, 4)
    assert part_edges(genome, "out") == (0, 2, 3, 5)


def test_maps_are_the_changes_that_edges_make() -> None:
    genome = colour_genome({}, [("x", "v", 0.25), ("bias", "v", 0.5), ("y", "h", 1.0)],
                           {"slope": (0,), "nothing": (2,)})  # fmt: skip
    maps = influence_maps(genome, 16)
    x = np.abs(grid_inputs(16)[0].astype(np.float64))
    up, down = maps["slope"]
    # brightness is w x + 1/2, clipped nowhere: a change of w changes it by as much as |x|
    for found in (up, down):
        np.testing.assert_allclose(found / np.linalg.norm(found), x / np.linalg.norm(x), atol=1e-5)
        assert np.sqrt((found**2).mean()) == pytest.approx(EFFECT, rel=TOLERANCE)
    assert maps["nothing"].shape == (0, 256)  # without saturation, hue does not show


def test_spread_counts_pixels() -> None:
    maps = np.zeros((3, 20))
    maps[0] = 0.3
    maps[1, :5] = 2.0
    maps[2, 7] = 0.1
    np.testing.assert_allclose(spread(maps), [1.0, 0.25, 0.05])


@pytest.mark.parametrize("path", BUILT, ids=lambda path: path.stem)
def test_built_parts_act_each_in_its_place(path: Path) -> None:
    genome = read_genome_json(path)
    found = influence_maps(genome, 32, largest_share=0.5)
    places = []
    for name, maps in found.items():
        assert len(maps) <= 2 * len(part_edges(genome, name))
        if not len(maps):  # every change of the boat's sun spreads over half of the sky
            continue
        assert (maps >= 0).all()
        assert spread(maps).max() <= 0.5
        places.append((maps / np.linalg.norm(maps, axis=1, keepdims=True)).mean(axis=0))
    directions = np.stack(places) / np.linalg.norm(places, axis=1)[:, None]
    assert (directions @ directions.T - np.eye(len(places))).max() < 0.995


def test_maps_that_spread_too_far_are_left_out() -> None:
    genome = colour_genome({}, [("bias", "v", 0.5), ("x", "v", 0.1)], {"all": (0, 1)})
    # the bias acts on all pixels alike, x on the sides more than in the middle
    assert len(influence_maps(genome, 16)["all"]) == 4
    left = influence_maps(genome, 16, largest_share=0.9)["all"]
    assert len(left) == 2 and (left[:, 0] > 5 * left[:, 7]).all()


def test_parts_are_needed() -> None:
    with pytest.raises(ValueError, match="'small' names no parts"):
        influence_maps(colour_genome(HIDDEN, EDGES))
