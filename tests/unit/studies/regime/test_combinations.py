"""What is made of trained networks: pairs of edits, and noise around them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.network.forward import whole_image
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.wiring import generate_combinations, generate_landscape
from tests.unit.studies.regime.steps import SEEDS, SHAPE, genomes, scene, scenes
from tests.unit.studies.step_files import arrays, ran, stored

COMBINED: dict[str, Any] = {**SEEDS, **SHAPE, "weights": 12, "pairs": 10}


def combined(inputs: Any, **changed: Any) -> np.ndarray:
    return arrays(ran(generate_combinations, inputs, COMBINED | changed))["relative_error"]


def file_of(path: Path, *stages: np.ndarray) -> Path:
    """Write networks, for each stage [run, weight]."""
    runs = len(stages[0])
    weights = np.concatenate(stages).astype(np.float32)
    networks = StoredNetworks(
        weights,
        weights != 0,
        weights,
        np.tile(np.arange(runs), len(stages)),
        np.repeat(np.arange(len(stages)), runs),
    )
    return stored(path, networks.arrays())


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Any]:
    targets = scenes(tmp_path)
    return {"model": genomes(tmp_path, targets), "targets": targets}


def test_edits_of_networks_of_the_last_stage_are_paired(inputs: Any, tmp_path: Path) -> None:
    found = combined(inputs)
    assert found.shape == (2,) and ((found > 0.01) & (found < 1)).all()
    np.testing.assert_array_equal(found, combined(inputs, world="identity"))
    weights = np.stack([scene(run)["own_weights"] for run in range(2)])
    broken = np.full_like(weights, np.nan)
    later = file_of(tmp_path / "stages.npz", broken, weights)
    np.testing.assert_array_equal(combined({**inputs, "model": later}), found)
    assert combined(inputs, world="additive").tolist() == [0, 0]


def test_where_all_edits_are_of_one_part_there_is_no_error(inputs: Any) -> None:
    # a single weight moves a single part, up and down
    assert np.isnan(combined(inputs, weights=1)).all()


def test_a_picture_without_parts_cannot_be_edited(inputs: Any, tmp_path: Path) -> None:
    picture = {name: scene(0)[name] for name in ("rgb", "complexity")}
    target = stored(tmp_path / "picture.npz", picture)
    with pytest.raises(ValueError, match="no parts that could be edited"):
        combined({**inputs, "targets": [target]})


LINEAR = LayeredShape.from_units(1, {"identity": 3})
LOOKED: dict[str, Any] = {
    **SEEDS,
    "depth": 1,
    "units": {"identity": 3},
    "draws": 300,
    "batches": 20,
}


def grey(first: float, second: float) -> np.ndarray:
    """Return a network of brightness (first + second) x + 0.5, x being read twice."""
    hidden = [1.0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    return np.array([*hidden, *[0.0] * 6, first, second, 0.5], dtype=np.float32)


FLAT, SHARP = grey(0.3, 1e-9), grey(3.3, -3.0)


def looked(folder: Path, weights: np.ndarray, target: np.ndarray) -> dict[str, float]:
    """Return what is told of the second of two networks; absent weights are 0."""
    path = file_of(folder / "n.npz", weights[None] * np.nan, weights[None])
    given = {"rgb": target.astype(np.float32), "complexity": np.array(0.2)}
    inputs = {"model": path, "targets": [stored(folder / "t.npz", given)]}
    found = arrays(ran(generate_landscape, inputs, LOOKED))
    assert all(values.shape == (1,) for values in found.values())
    return {name: float(values[0]) for name, values in found.items()}


def test_a_flat_and_a_sharp_network_of_one_picture(tmp_path: Path) -> None:
    picture = whole_image(LINEAR, FLAT)
    np.testing.assert_allclose(picture, whole_image(LINEAR, SHARP), atol=1e-6)
    squares = (np.linspace(-1, 1, 256) ** 2).mean()
    flat, sharp = (looked(tmp_path, weights, picture) for weights in (FLAT, SHARP))
    for weights, found in ((FLAT, flat), (SHARP, sharp)):
        # every weight on the two layers of a path moves its share of the brightness alike
        variance = 2 * (0.25 + (weights[18:20].astype(float) ** 2).sum() * squares)
        assert found["radius"] == pytest.approx(np.log10(0.08 / variance**0.5), abs=0.06)
        assert found["noise"] < -9  # where nothing is to be learned
    assert flat["radius"] > sharp["radius"] + 0.5


def test_gradients_scatter_where_pixels_differ(tmp_path: Path) -> None:
    picture = whole_image(LINEAR, FLAT)
    shifted = looked(tmp_path, FLAT, np.clip(picture + 0.1, 0, 1))
    split = picture + np.where(np.arange(256) % 2, 0.2, -0.2)[:, None, None]
    noisy = looked(tmp_path, FLAT, split)
    assert -9 < shifted["noise"] < noisy["noise"] - 0.5
    assert noisy["radius"] == shifted["radius"]  # whatever the target is
    # an absent weight has a gradient that does not count
    fewer = looked(tmp_path, grey(0.3, 0.0), split)
    assert fewer["noise"] < noisy["noise"] - 0.05


def test_a_network_that_nothing_changes_has_the_largest_radius(tmp_path: Path) -> None:
    black = np.zeros(LINEAR.weights, np.float32)
    black[0] = black[12] = 1e-9  # one path to the hue
    found = looked(tmp_path, black, np.full((256, 256, 3), 0.5))
    assert found["radius"] == pytest.approx(1.0, abs=1e-4)


def test_the_scene_of_each_network_is_its_own(inputs: Any) -> None:
    params = {**SEEDS, **SHAPE, "draws": 4, "batches": 4}
    found = arrays(ran(generate_landscape, inputs, params))
    swapped = {**inputs, "targets": inputs["targets"][::-1]}
    other = arrays(ran(generate_landscape, swapped, params))
    assert (found["noise"] < -8).all() and (other["noise"] > -5).all()
    np.testing.assert_array_equal(found["radius"], other["radius"])
