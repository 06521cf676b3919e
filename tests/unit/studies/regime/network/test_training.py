from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network import strata
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import Retried, train_with_retries
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import Trained, train
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from workflow_engine.seeds import generator

SHAPE = LayeredShape(3, (("identity", 5), ("gaussian", 3)))
SIZE = 16
ADAM = Recipe("adam", 1e-2, 1e-3, 6, 64)
MUON = Recipe("muon", 2e-2, 1e-3, 6, 64)

SEEDS = RunSeeds(0, ["regime", "test"])


def start(runs: int) -> Tensor:
    return lecun_normal(SHAPE, [generator(0, "start", run) for run in range(runs)])


def pixels(runs: int) -> list[np.random.Generator]:
    return [generator(0, "pixels", run) for run in range(runs)]


def targets(runs: int) -> Tensor:
    """Images of networks of the same shape, so that they can be learned."""
    made = lecun_normal(SHAPE, [generator(0, "target", run) for run in range(runs)])
    return images(SHAPE, made, torch.from_numpy(pixel_inputs(SIZE)))


def trained(recipe: Recipe, runs: int = 2, checkpoints: Checkpoints = NOTHING_KEPT) -> Trained:
    logged = np.unique([0, 1, recipe.steps // 2, recipe.steps])
    return train(SHAPE, targets(runs), start(runs), None, recipe, pixels(runs), logged, checkpoints)


@pytest.mark.parametrize("recipe", [ADAM, MUON, replace(ADAM, pixels=0)])
def test_the_error_falls(recipe: Recipe) -> None:
    result = trained(replace(recipe, steps=120))
    assert (result.error[:, -1] < 0.5 * result.error[:, 0]).all()
    grid = torch.from_numpy(pixel_inputs(SIZE))
    painted = images(SHAPE, result.weights, grid)
    np.testing.assert_allclose(
        result.error[:, -1], ((painted - targets(2)) ** 2).mean((1, 2)), rtol=1e-5
    )


def test_the_whole_image_recipe_is_autograd_with_torch_adam() -> None:
    recipe = Recipe("adam", 3e-3, 3e-3, 5, 0)
    result = train(
        SHAPE, targets(1), start(1), None, recipe, pixels(1), np.array([0, 2, 5], dtype=np.int64)
    )
    leaf = start(1).requires_grad_()
    optimizer = torch.optim.Adam([leaf], lr=3e-3)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = (
            (images(SHAPE, leaf, torch.from_numpy(pixel_inputs(SIZE))) - targets(1)) ** 2
        ).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        assert leaf.grad is not None
        leaf.grad /= leaf.grad.norm()
        optimizer.step()
        losses.append(loss.item())
    np.testing.assert_allclose(result.weights, leaf.detach(), atol=2e-5)
    expected = np.array([losses[0], sum(losses[:2]) / 2, sum(losses[2:]) / 3])
    np.testing.assert_allclose(result.training_loss[0], expected, rtol=1e-4)


@pytest.mark.parametrize("recipe", [ADAM, MUON])
def test_masked_weights_stay_exactly_zero(recipe: Recipe) -> None:
    mask = torch.rand(2, SHAPE.weights, generator=torch.Generator().manual_seed(0)) < 0.6
    given = start(2)
    result = train(SHAPE, targets(1), given, mask, recipe, pixels(2), np.array([6]))
    assert (result.weights[~mask] == 0).all()
    assert (result.weights[mask] != given[mask]).float().mean() > 0.9
    assert torch.equal(given, start(2))


@pytest.mark.parametrize("recipe", [ADAM, MUON])
def test_runs_do_not_see_each_other(recipe: Recipe) -> None:
    together = trained(recipe, runs=3)
    alone = train(
        SHAPE, targets(3)[1:2], start(3)[1:2], None, recipe, pixels(3)[1:2], np.array([0, 6])
    )
    np.testing.assert_allclose(together.weights[1], alone.weights[0], atol=1e-5)


def test_one_target_for_all_is_that_of_each() -> None:
    shared = train(SHAPE, targets(1), start(2), None, ADAM, pixels(2), np.array([6]))
    copied = targets(1).expand(2, -1, -1).contiguous()
    array = train(SHAPE, copied, start(2), None, ADAM, pixels(2), np.array([6]))
    assert torch.equal(shared.weights, array.weights)


def test_several_images_told_apart_by_an_input() -> None:
    shape = LayeredShape(2, SHAPE.units, inputs=5)
    grid = torch.from_numpy(pixel_inputs(SIZE))
    inputs = torch.cat([torch.cat([grid, torch.full((1, SIZE**2), n)]) for n in (-1.0, 1.0)], dim=1)
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
        result.weights.numpy().tobytes(),
        result.training_loss.tobytes(),
        result.error.tobytes(),
    ]


@pytest.mark.parametrize("recipe", [ADAM, MUON, replace(MUON, pixels=0)])
def test_an_interrupted_training_goes_on(recipe: Recipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strata, "_BLOCK", 4 * 64)  # pixels of 4 steps at once
    kept = MemoryCheckpoints()
    result, places = interrupted_at_every_save(lambda c: trained(recipe, 2, c), lambda: kept)
    assert places == [f"update {step} of 6" for step in range(1, 7)]
    assert as_bytes(result) == as_bytes(trained(recipe))


def dead() -> Tensor:
    """Weights without any gradient: a black image."""
    return torch.zeros(SHAPE.weights)


def retried(
    stuck_attempts: list[int], checkpoints: Checkpoints = NOTHING_KEPT
) -> tuple[Retried, list[tuple[int, int]]]:
    """Train runs whose first attempts begin dead, as many as said."""
    begun: list[tuple[int, int]] = []

    def initial(run: int, attempt: int) -> Tensor:
        begun.append((run, attempt))
        alive = lecun_normal(SHAPE, [generator(0, "start", run, attempt)])[0]
        return dead() if attempt < stuck_attempts[run] else alive

    runs = len(stuck_attempts)
    light = 0.5 + 0.5 * targets(1)
    # the images of fresh networks may be far away; only black is farther than this
    rule = RetryRule(after=0.5, error=float((light**2).mean()) * 0.999, retries=2)
    recipe = replace(ADAM, steps=6)
    result = train_with_retries(
        SHAPE, light, initial, SEEDS, None, recipe, rule, runs, np.array([0, 6]), checkpoints
    )
    return result, begun


def test_only_stuck_runs_begin_anew_and_it_is_recorded() -> None:
    result, begun = retried([0, 1, 3, 2])
    assert result.retries.tolist() == [0, 1, 2, 2]
    assert result.stuck.tolist() == [False, False, True, False]
    assert begun == [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2)]
    assert result.trained.steps.tolist() == [0, 3, 6]
    assert (result.trained.weights[2] == 0).all()
    assert (result.trained.weights[[0, 1, 3]] != 0).any(dim=1).all()


def test_a_run_that_began_anew_is_the_training_from_there() -> None:
    result, _ = retried([1])
    alive = lecun_normal(SHAPE, [generator(0, "start", 0, 1)])
    light = 0.5 + 0.5 * targets(1)
    expected = train(
        SHAPE, light, alive, None, ADAM, [SEEDS.generator("pixels", 0, 1)], np.array([0, 3, 6])
    )
    assert as_bytes(result.trained) == as_bytes(expected)


def test_interrupted_retries_go_on() -> None:
    kept = MemoryCheckpoints()
    (result, _), places = interrupted_at_every_save(lambda c: retried([0, 2], c), lambda: kept)
    expected, _ = retried([0, 2])
    assert as_bytes(result.trained) == as_bytes(expected.trained)
    assert torch.equal(result.start, expected.start)
    assert torch.equal(result.start[0], lecun_normal(SHAPE, [generator(0, "start", 0, 0)])[0])
    assert torch.equal(result.start[1], lecun_normal(SHAPE, [generator(0, "start", 1, 2)])[0])
    assert result.retries.tolist() == [0, 2]
    assert len(places) == 18 and places[-1] == "update 6 of 6 in part 3 of 3"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: {**a, "logged_steps": np.array([0, 5])}, "recipe's last step, 6"),
        (lambda a: {**a, "logged_steps": np.array([0, 0, 6])}, "must rise"),
        (lambda a: {**a, "randoms": pixels(1)}, "1 random generators"),
        (lambda a: {**a, "targets": targets(3)}, "3 targets"),
        (lambda a: {**a, "targets": torch.zeros(1, 3, 200)}, "200 pixels"),
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
    weights[1, 3] = torch.nan
    with pytest.raises(FloatingPointError, match="run 1 is nan at step 0"):
        train(SHAPE, targets(1), weights, None, ADAM, pixels(2), np.array([0, 6]))
