from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network import pixels as module
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, lecun_normal
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import Trained, train
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.network.plain import plain_image
from workflow_engine.seeds import generator

SHAPE = LayeredShape(3, (("identity", 5), ("gaussian", 3)))
SIZE = 16
ADAM = Recipe("adam", 1e-2, 1e-3, 6, 64)
MUON = Recipe("muon", 2e-2, 1e-3, 6, 64)


def start(runs: int) -> np.ndarray:
    return lecun_normal(SHAPE, [generator(0, "start", run) for run in range(runs)])


def pixels(runs: int) -> list[np.random.Generator]:
    return [generator(0, "pixels", run) for run in range(runs)]


def targets(runs: int) -> np.ndarray:
    """Images of networks of the same shape, so that they can be learned."""
    made = lecun_normal(SHAPE, [generator(0, "target", run) for run in range(runs)])
    return images(SHAPE, made, pixel_inputs(SIZE))


def trained(recipe: Recipe, runs: int = 2, checkpoints: Checkpoints = NOTHING_KEPT) -> Trained:
    logged = np.unique([0, 1, recipe.steps // 2, recipe.steps])
    return train(SHAPE, targets(runs), start(runs), None, recipe, pixels(runs), logged, checkpoints)


@pytest.mark.parametrize("recipe", [ADAM, MUON, replace(ADAM, pixels=0)])
def test_the_error_falls(recipe: Recipe) -> None:
    result = trained(replace(recipe, steps=120))
    assert (result.error[:, -1] < 0.5 * result.error[:, 0]).all()
    grid = pixel_inputs(SIZE)
    painted = images(SHAPE, result.weights, grid)
    np.testing.assert_allclose(
        result.error[:, -1], ((painted - targets(2)) ** 2).mean((1, 2)), rtol=1e-5
    )


def test_the_whole_image_recipe_is_autograd_with_torch_adam() -> None:
    recipe = Recipe("adam", 3e-3, 3e-3, 5, 0)
    result = train(
        SHAPE, targets(1), start(1), None, recipe, pixels(1), np.array([0, 2, 5], dtype=np.int64)
    )
    leaf = torch.from_numpy(start(1)[0]).requires_grad_()
    optimizer = torch.optim.Adam([leaf], lr=3e-3)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = (
            plain_image(SHAPE, leaf, torch.from_numpy(pixel_inputs(SIZE).copy()))
            - torch.from_numpy(targets(1)[0])
        ) ** 2
        loss = loss.mean()
        loss.backward()  # type: ignore[no-untyped-call]
        assert leaf.grad is not None
        leaf.grad /= leaf.grad.norm()
        optimizer.step()
        losses.append(loss.item())
    np.testing.assert_allclose(result.weights[0], leaf.detach(), atol=2e-5)
    expected = np.array([losses[0], sum(losses[:2]) / 2, sum(losses[2:]) / 3])
    np.testing.assert_allclose(result.training_loss[0], expected, rtol=1e-4)


@pytest.mark.parametrize("recipe", [ADAM, MUON])
def test_masked_weights_stay_exactly_zero(recipe: Recipe) -> None:
    mask = np.random.default_rng(0).random((2, SHAPE.weights)) < 0.6
    given = start(2)
    result = train(SHAPE, targets(1), given, mask, recipe, pixels(2), np.array([6]))
    assert (result.weights[~mask] == 0).all()
    assert (result.weights[mask] != given[mask]).mean() > 0.9
    np.testing.assert_array_equal(given, start(2))


@pytest.mark.parametrize("recipe", [ADAM, MUON])
def test_runs_do_not_see_each_other(recipe: Recipe) -> None:
    together = trained(recipe, runs=3)
    alone = train(
        SHAPE, targets(3)[1:2], start(3)[1:2], None, recipe, pixels(3)[1:2], np.array([0, 6])
    )
    np.testing.assert_array_equal(together.weights[1], alone.weights[0])
    np.testing.assert_array_equal(together.error[1, [0, -1]], alone.error[0])


def test_one_target_for_all_is_that_of_each() -> None:
    shared = train(SHAPE, targets(1), start(2), None, ADAM, pixels(2), np.array([6]))
    copied = np.repeat(targets(1), 2, axis=0)
    array = train(SHAPE, copied, start(2), None, ADAM, pixels(2), np.array([6]))
    np.testing.assert_array_equal(shared.weights, array.weights)


def test_several_images_told_apart_by_an_input() -> None:
    shape = LayeredShape(2, SHAPE.units, inputs=5)
    grid = pixel_inputs(SIZE)
    marks = [np.full((1, SIZE**2), n, dtype=np.float32) for n in (-1, 1)]
    inputs = np.concatenate([np.concatenate([grid, mark]) for mark in marks], axis=1)
    made = lecun_normal(shape, [generator(1, "target", 0)])
    both = images(shape, made, inputs)
    recipe = replace(ADAM, steps=120, pixels=32)
    result = train(
        shape,
        both,
        lecun_normal(shape, pixels(1)),
        None,
        recipe,
        pixels(1),
        np.array([0, 120]),
        inputs=inputs,
        images=2,
    )
    assert result.error[0, 1] < 0.5 * result.error[0, 0]


def as_bytes(result: Trained) -> list[bytes]:
    return [
        result.weights.tobytes(),
        result.training_loss.tobytes(),
        result.error.tobytes(),
    ]


@pytest.mark.parametrize("recipe", [ADAM, MUON, replace(MUON, pixels=0)])
def test_an_interrupted_training_goes_on(recipe: Recipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BLOCK", 4 * 64)  # pixels of 4 steps at once
    kept = MemoryCheckpoints()
    result, places = interrupted_at_every_save(lambda c: trained(recipe, 2, c), lambda: kept)
    assert places == [f"update {step} of 6" for step in range(1, 7)]
    assert as_bytes(result) == as_bytes(trained(recipe))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: {**a, "logged_steps": np.array([0, 5])}, "recipe's last step, 6"),
        (lambda a: {**a, "logged_steps": np.array([0, 0, 6])}, "must rise"),
        (lambda a: {**a, "randoms": pixels(1)}, "1 random generators"),
        (lambda a: {**a, "targets": targets(3)}, "3 targets"),
        (lambda a: {**a, "targets": np.zeros((1, 3, 200), np.float32)}, "200 pixels"),
        (lambda a: {**a, "images": 2}, "2 square images"),
        (lambda a: {**a, "recipe": replace(ADAM, pixels=100)}, "100 strata do not divide"),
    ],
)
def test_what_does_not_fit_is_refused(
    change: Callable[[dict[str, object]], dict[str, object]], message: str
) -> None:
    arguments: dict[str, object] = {
        "shape": SHAPE,
        "targets": targets(1),
        "start": start(2),
        "mask": None,
        "recipe": ADAM,
        "randoms": pixels(2),
        "logged_steps": np.array([0, 6]),
    }
    with pytest.raises(ValueError, match=message):
        train(**change(arguments))  # type: ignore[arg-type]


def test_divergence_names_run_and_step() -> None:
    weights = start(2)
    weights[1, 3] = np.nan
    with pytest.raises(FloatingPointError, match="run 1 is nan at step 0"):
        train(SHAPE, targets(1), weights, None, ADAM, pixels(2), np.array([0, 6]))
