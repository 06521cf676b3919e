"""Trainings of the study: dense networks, networks of a wiring, painters of several pictures."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.dense import train_dense, train_painters
from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_target
from compsparse.studies.regime.pruning.trained_network import live_mask
from compsparse.studies.regime.targets.layering import copied_scenes
from compsparse.studies.regime.wiring import train_wired
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.steps import RECIPE, SCENE, SEEDS, SHAPE, painted, scene, scenes
from tests.unit.studies.step_files import arrays, ran

Arrays = dict[str, np.ndarray]
PARAMS: dict[str, Any] = {**SEEDS, **SHAPE, "recipe": RECIPE}
STOPS = [0.25, 0.5]
STILL = {**RECIPE, "rate": 1e-9, "final_rate": 1e-9}  # nothing moves


@pytest.fixture
def targets(tmp_path: Path) -> list[Path]:
    return scenes(tmp_path)


def dense(targets: list[Path], **changed: Any) -> Arrays:
    return arrays(ran(train_dense, {"targets": targets}, {**PARAMS, "stops": STOPS, **changed}))


def wired(targets: list[Path], kind: str, **changed: Any) -> Arrays:
    params = {**PARAMS, "kind": kind, "copies": 1, **changed}
    return arrays(ran(train_wired, {"targets": targets}, params))


def units(copies: int) -> dict[str, int]:
    return {name: copies * number for name, number in SCENE.units}


def test_dense_networks_are_kept_at_all_stops(targets: list[Path]) -> None:
    found = dense(targets)
    assert found["stage"].tolist() == [2, 2, 5, 5, 10, 10]  # of ten steps
    assert found["run"].tolist() == [0, 1] * 3
    assert found["mask"].all() and found["weights"].shape == (6, SCENE.weights)
    assert found["loss"].shape == (2, 3)
    np.testing.assert_array_equal(found["initial"][:2], found["initial"][4:])
    for earlier, later in ((0, 2), (2, 4)):
        assert (found["weights"][earlier] != found["weights"][later]).any()
    # a training that ends at the second stop has come as far only where the rate is constant
    constant = {**RECIPE, "final_rate": RECIPE["rate"]}
    whole = dense(targets, recipe=constant)
    part = dense(targets, recipe={**constant, "steps": 5}, stops=[0.4, 0.6])
    np.testing.assert_array_equal(part["weights"][-2:], whole["weights"][2:4])


def test_each_dense_network_has_its_own_target(targets: list[Path]) -> None:
    found = dense(targets)
    swapped = dense(targets[::-1])
    assert (found["initial"][0] != found["initial"][1]).any()
    np.testing.assert_array_equal(found["initial"], swapped["initial"])
    for run in range(2):
        assert not np.allclose(found["weights"][4 + run], swapped["weights"][4 + run])
    alone = dense(targets[:1])
    np.testing.assert_allclose(alone["weights"][-1], found["weights"][4], atol=1e-6)
    several = dense(targets[:1], runs=3)
    assert several["run"].tolist() == [0, 1, 2] * 3
    np.testing.assert_allclose(several["weights"][-3], found["weights"][4], atol=1e-6)


def test_dense_networks_may_begin_at_the_solution(targets: list[Path]) -> None:
    found = dense(targets, recipe=STILL, world="solution")
    for run in range(2):
        picture = painted(found["weights"][4 + run])
        assert ssim(picture, scene(run)["rgb"]) > 0.9
        away = found["initial"][run] - scene(run)["own_weights"]
        assert 0 < np.abs(away).max() < 0.05
    assert ssim(painted(dense(targets, recipe=STILL)["weights"][4]), scene(0)["rgb"]) < 0.8


def test_first_weights_of_dense_networks_are_scaled(targets: list[Path]) -> None:
    found, plain = dense(targets, recipe=STILL, scale=0.5), dense(targets, recipe=STILL)
    np.testing.assert_array_equal(found["initial"], plain["initial"] / 2)
    np.testing.assert_allclose(found["weights"], plain["initial"] / 2, atol=1e-6)
    for name, array in dense(targets, recipe=STILL, scale=1.0).items():
        np.testing.assert_array_equal(array, plain[name], err_msg=name)


@pytest.mark.parametrize(
    ("world", "iterations", "steps"),
    [
        *[("longer", iterations, 10) for iterations in (4, 5)],
        *[("longer", iterations, 30) for iterations in (6, 20)],
        *[("shorter", iterations, steps) for iterations, steps in ((5, 10), (6, 3), (20, 3))],
    ],
)
def test_with_many_iterations_muon_may_have_more_steps_or_fewer(
    targets: list[Path], world: str, iterations: int, steps: int
) -> None:
    recipe = {**RECIPE, "newton_schulz": iterations}
    found = dense(targets, recipe=recipe, world=world)
    like = dense(targets, recipe={**recipe, "steps": steps})
    assert found.keys() == like.keys()
    for name, array in found.items():
        assert array.tobytes() == like[name].tobytes(), name
    assert found["stage"].max() == steps


@pytest.mark.parametrize("step", [train_dense, train_wired, train_painters])
def test_an_interrupted_training_ends_with_the_same_bytes(targets: list[Path], step: Any) -> None:
    params_of: dict[Any, Any] = {
        train_dense: {"stops": STOPS},
        train_wired: {"kind": "own", "copies": 1},
        train_painters: {"selectors": [-1.0, 1.0]},
    }
    params = {**PARAMS, "recipe": Recipe(**{**RECIPE, "steps": 4}), **params_of[step]}
    whole = arrays(step.run({"targets": targets}, **params))
    checkpoints = MemoryCheckpoints()
    resumed, places = interrupted_at_every_save(
        lambda kept: step.run({"targets": targets}, **params, checkpoints=kept),
        lambda: checkpoints,
    )
    assert len(places) == 4
    for name, array in arrays(resumed).items():
        np.testing.assert_array_equal(array, whole[name], err_msg=name)


def degrees(mask: np.ndarray, shape: LayeredShape = SCENE) -> list[tuple[list[int], list[int]]]:
    return [(m.sum(axis=1).tolist(), m.sum(axis=0).tolist()) for m in shape.matrices(mask)]


KINDS = ("own", "rewired", "random", "solution", "genome")


@pytest.mark.parametrize("copies", [1, 3])
def test_every_wiring_has_as_many_live_weights(targets: list[Path], copies: int) -> None:
    shape, genomes = copied_scenes([read_target(path) for path in targets], copies)
    given = {"copies": copies, "units": units(copies)}
    found = {kind: wired(targets, kind, **given) for kind in KINDS}
    for run in range(2):
        genome = genomes.mask[run]
        for kind, made in found.items():
            mask = made["mask"][run]
            np.testing.assert_array_equal(live_mask(shape, mask), mask)
            assert [m.sum() for m in shape.matrices(mask)] == [
                m.sum() for m in shape.matrices(genome)
            ], kind
            assert not made["weights"][run][~mask].any()
            if kind in ("own", "solution", "genome"):
                np.testing.assert_array_equal(mask, genome)
            else:
                assert (mask != genome).sum() >= 10
        assert degrees(found["rewired"]["mask"][run], shape) == degrees(genome, shape)
        assert degrees(found["random"]["mask"][run], shape) != degrees(genome, shape)
    # scenes have one wiring; each run has a control of its own
    for kind in ("rewired", "random"):
        assert (found[kind]["mask"][0] != found[kind]["mask"][1]).any()


def test_the_genome_is_not_trained_and_the_solution_begins_near_it(targets: list[Path]) -> None:
    genome = wired(targets, "genome")
    solution = wired(targets, "solution", recipe=STILL)
    random = wired(targets, "own", recipe=STILL)
    trained = wired(targets, "solution")
    assert set(genome["stage"]) == {0} and set(trained["stage"]) == {10}
    for run in range(2):
        weights, mask = scene(run)["own_weights"], scene(run)["own_mask"]
        np.testing.assert_array_equal(genome["weights"][run], weights)
        noise = solution["weights"][run] - weights
        # a tenth of the random weights that the own wiring begins with
        np.testing.assert_allclose(noise, random["initial"][run] / 10, atol=1e-4)
        assert noise[mask].any() and not noise[~mask].any()
        assert (trained["weights"][run] != solution["weights"][run])[mask].any()
        assert np.corrcoef(random["weights"][run][mask], weights[mask])[0, 1] < 0.5


def test_with_copies_the_genome_paints_and_the_solution_begins_near_it(targets: list[Path]) -> None:
    given = {"copies": 3, "units": units(3)}
    shape, genomes = copied_scenes([read_target(path) for path in targets], 3)
    genome, solution = wired(targets, "genome", **given), wired(targets, "solution", **given)
    np.testing.assert_array_equal(genome["weights"], genomes.weights)
    random = wired(targets, "own", **given)["initial"]
    noise = solution["initial"] - genomes.weights
    np.testing.assert_allclose(noise, random / 10, atol=1e-5)
    for run in range(2):
        assert ssim(painted(genome["weights"][run], shape), scene(run)["rgb"]) > 0.999


def test_worlds_of_wirings(targets: list[Path]) -> None:
    for world, kind in (("solution", "solution"), ("identity", "own")):
        found, like = wired(targets, "own", world=world), wired(targets, kind)
        np.testing.assert_array_equal(found["weights"], like["weights"])


@pytest.mark.parametrize(
    "given",
    [
        {"units": {"identity": 6, "gaussian": 8, "sigmoid": 3}},
        {"units": {"identity": 9, "gaussian": 8, "sigmoid": 5}},
        {"depth": 5},
        {"copies": 2},
    ],
)
def test_another_shape_than_the_scenes_is_refused(
    targets: list[Path], given: dict[str, Any]
) -> None:
    copies = given.get("copies", 1)
    said = f"With {copies} copies of a unit a scene's network has depth 4 and units "
    with pytest.raises(ValueError, match=re.escape(f"{said}{units(copies)}; the settings say")):
        wired(targets, "own", **given)


def test_painters_of_several_pictures(targets: list[Path]) -> None:
    params = {**PARAMS, "recipe": {**RECIPE, "steps": 150}, "selectors": [-1.0, 1.0]}
    found = arrays(ran(train_painters, {"targets": targets}, params))
    assert found["error"].shape == found["ssim"].shape == (2, 2)  # run, picture
    assert (found["error"] > 0).all() and (found["ssim"] < 1).all()
    apart = ((scene(0)["rgb"] - scene(1)["rgb"]) ** 2).mean()
    assert found["error"].max() < apart / 2  # n selects the scene
