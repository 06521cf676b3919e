"""Scenes: pictures of known parts on one wiring, and their networks within larger shapes."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.regime.network.forward import whole_image
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_target
from compsparse.studies.regime.pruning.trained_network import live_mask
from compsparse.studies.regime.targets.generate_target import part_edges
from compsparse.studies.regime.targets.layering import copied_scenes, embedded_scenes, layered
from compsparse.studies.regime.targets.scenes import OBJECTS, draw_scene
from tests.unit.studies.regime.steps import SCENE, scene, scenes
from tests.unit.studies.step_files import stored

PARTS = ("ground", "object_0", "object_0_spot", "object_1", "object_1_spot")
NUMBERS = range(4)


@pytest.mark.parametrize("number", NUMBERS)
def test_all_scenes_have_one_wiring_and_shape(number: int) -> None:
    first, other = (draw_scene("s", np.random.default_rng(n)) for n in (number, 9))
    assert [(e.source, e.target) for e in first.edges] == [
        (e.source, e.target) for e in other.edges
    ]
    assert first.edges != other.edges
    assert tuple(first.parts) == PARTS and OBJECTS == 2
    network, like = layered(first), layered(other)
    assert network.shape == like.shape == SCENE
    np.testing.assert_array_equal(network.mask, like.mask)
    np.testing.assert_array_equal(scene(number)["own_mask"], network.mask)
    # every weight of a scene matters, and parts share none but those of their axes
    np.testing.assert_array_equal(live_mask(SCENE, network.mask), network.mask)
    spots = [set(part_edges(first, f"object_{n}_spot")) for n in range(OBJECTS)]
    assert spots[0].isdisjoint(spots[1])


def test_another_seed_is_another_picture_and_the_same_seed_the_same() -> None:
    pictures = [scene(number)["rgb"] for number in NUMBERS]
    for number, picture in enumerate(pictures):
        assert np.ptp(picture) > 0.3
        for other in pictures[:number]:
            assert np.sqrt(((picture - other) ** 2).mean()) > 0.1
    again = layered(draw_scene("s", np.random.default_rng(9))).weights
    np.testing.assert_array_equal(again, layered(draw_scene("s", np.random.default_rng(9))).weights)


@pytest.mark.parametrize("number", NUMBERS)
def test_objects_and_spots_have_maps_that_lie_in_them(number: int) -> None:
    found = scene(number)
    assert found["influence"].shape == (len(found["part"]), 64**2)
    # any change of the ground spreads over more than half of the picture
    assert set(found["part"].tolist()) == {PARTS.index(part) for part in PARTS[1:]}
    middles = []
    for part in range(1, len(PARTS)):
        maps = found["influence"][found["part"] == part].reshape(-1, 64, 64).mean(axis=0)
        along = np.linspace(-1, 1, 64)
        shares = maps.sum(axis=0) / maps.sum(), maps.sum(axis=1) / maps.sum()
        middles.append(np.array([along @ share for share in shares]))
    first, spot, second, other_spot = middles
    assert np.linalg.norm(first - second) > 0.8
    assert np.linalg.norm(first - spot) < 0.4 > np.linalg.norm(second - other_spot)


@pytest.mark.parametrize(
    ("depth", "units"),
    [
        (4, {"identity": 6, "gaussian": 8, "sigmoid": 4}),
        (5, {"identity": 6, "gaussian": 8, "sigmoid": 4}),
        (6, {"identity": 9, "gaussian": 8, "sigmoid": 5}),
        (12, {"identity": 9, "gaussian": 9, "sigmoid": 5, "sin": 2}),
    ],
)
def test_the_network_within_a_larger_shape_paints_the_same(
    depth: int, units: dict[str, int], tmp_path: Path
) -> None:
    shape = LayeredShape.from_units(depth, units)
    targets = [read_target(path) for path in scenes(tmp_path)]
    found = embedded_scenes(shape, targets)
    for run, target in enumerate(targets):
        np.testing.assert_allclose(whole_image(shape, found.weights[run]), target.rgb, atol=1e-4)
        assert not found.weights[run][~found.mask[run]].any()
        np.testing.assert_array_equal(live_mask(shape, found.mask[run]), found.mask[run])
        assert found.mask[run].sum() == scene(run)["own_mask"].sum() + 3 * (depth - SCENE.depth)


@pytest.mark.parametrize("copies", [1, 3])
def test_a_network_with_copies_of_units_paints_what_the_genome_paints(
    copies: int, tmp_path: Path
) -> None:
    targets = [read_target(path) for path in scenes(tmp_path)]
    shape, found = copied_scenes(targets, copies)
    assert shape.depth == SCENE.depth
    assert dict(shape.units) == {name: copies * number for name, number in SCENE.units}
    # all copies of a unit are joined with all copies of another; inputs and outputs have none
    factors = [copies, *[copies**2] * (SCENE.depth - 1), copies]
    for run, target in enumerate(targets):
        weights, mask, genome = found.weights[run], found.mask[run], scene(run)
        picture = whole_image(SCENE, genome["own_weights"])
        np.testing.assert_allclose(whole_image(shape, weights), picture, atol=5e-5)
        np.testing.assert_allclose(picture, target.rgb, atol=1e-4)
        np.testing.assert_array_equal(live_mask(shape, mask), mask)
        assert not weights[~mask].any()
        counts = [int(m.sum()) for m in SCENE.matrices(genome["own_mask"])]
        assert [int(m.sum()) for m in shape.matrices(mask)] == [
            factor * count for factor, count in zip(factors, counts, strict=True)
        ]
        if copies == 1:
            np.testing.assert_array_equal(weights, genome["own_weights"])
            np.testing.assert_array_equal(mask, genome["own_mask"])


@pytest.mark.parametrize(
    ("depth", "units"),
    [
        (3, {"identity": 9, "gaussian": 8, "sigmoid": 5}),
        (8, {"identity": 9, "gaussian": 7, "sigmoid": 5}),
        (8, {"identity": 9, "gaussian": 8}),
    ],
)
def test_shapes_that_are_too_small_are_refused(
    depth: int, units: dict[str, int], tmp_path: Path
) -> None:
    targets = [read_target(path) for path in scenes(tmp_path, 1)]
    with pytest.raises(ValueError, match="A scene needs 4 layers of"):
        embedded_scenes(LayeredShape.from_units(depth, units), targets)


def test_what_is_no_scene_has_no_network_to_embed(tmp_path: Path) -> None:
    picture = {name: scene(0)[name] for name in ("rgb", "complexity")}
    target = read_target(stored(tmp_path / "picture.npz", picture))
    with pytest.raises(ValueError, match="no scene has no network of its own"):
        embedded_scenes(SCENE, [target])
    with pytest.raises(ValueError, match="no scene has no network of its own"):
        copied_scenes([target], 2)
