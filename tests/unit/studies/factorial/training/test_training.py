from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.schedules import schedule
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.generalization import train_learned_generalization
from compsparse.studies.factorial.network.architecture import stored
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.training import (
    train_compression,
    train_generalization,
    train_single_pass,
)
from compsparse.studies.factorial.training.networks import (
    Recipe,
    Schedule,
    Variant,
    new_ensemble,
)
from compsparse.studies.factorial.training.population_target import population_target
from compsparse.studies.factorial.training.stacked_datasets import stack_datasets
from tests.unit.studies.factorial.autograd_reference import gradients
from tests.unit.studies.factorial.plan_values import run_step

PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["test"],
    "variants": [{"embedding_dimension": 5}],
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "steps": 12,
    "logged_steps": 5,
    "batch_size": 30,
    "seen_fraction": 0.75,
}
STEPS = [train_single_pass, train_compression, train_generalization, train_learned_generalization]
UNSEEN = (train_generalization, train_learned_generalization)


def dataset(
    folder: Path, name: str, *, runs: int = 2, parents: int = 2, inputs: list[int] | None = None
) -> Path:
    path = folder / f"{name}.npz"
    params = {
        "root_seed": 0,
        "seed_names": ["test", name],
        "input_factors": inputs or [2, 2, 3],
        "output_factors": [2, 3],
        "parents": parents,
        "concentration": 0.3,
        "runs": runs,
    }
    made: Any = generate_dataset.run({}, **params)["dataset"]
    np.savez(path, **made)
    return path


def trained(step: Any, paths: list[Path], **changes: Any) -> tuple[Any, Any]:
    outputs = run_step(step, {"datasets": paths}, PARAMS | changes)
    return outputs["model"], outputs["history"]


@pytest.mark.parametrize("step", STEPS)
def test_the_history_has_every_column(tmp_path: Path, step: Any) -> None:
    paths = [dataset(tmp_path, "one", parents=1), dataset(tmp_path, "two", runs=3)]
    model, history = trained(step, paths)
    np.testing.assert_array_equal(history["dataset"], [0, 0, 1, 1, 1])
    np.testing.assert_array_equal(history["replicate"], [0, 1, 0, 1, 2])
    np.testing.assert_array_equal(history["parents"], [1, 1, 2, 2, 2])
    np.testing.assert_array_equal(history["embedding_dimension"], [5] * 5)
    np.testing.assert_array_equal(history["input_sizes"], [2, 2, 3])
    np.testing.assert_array_equal(history["output_sizes"], [2, 3])
    read = [read_dataset(path) for path in paths]
    for name in ("approximation_complexity", "statistical_complexity"):
        expected = np.concatenate([getattr(d, name) for d in read])
        np.testing.assert_array_equal(history[name], expected)
    assert history["step"][0] == 0
    assert history["step"][-1] == 12
    losses = {"loss", "train_loss"} if step in UNSEEN else {"loss"}
    assert {name for name in history if "loss" in name} == losses
    for name in losses:
        assert history[name].shape == (5, len(history["step"]))
        assert history[name].dtype == np.float64
        assert (history[name] > 0).all()
    examples = {train_single_pass: 30, train_compression: 12}.get(step, 9)
    operations = 3 * (6 * 5 * 10 + 2 * 5 * 6)
    np.testing.assert_array_equal(history["flops"][3], history["step"] * examples * operations)
    assert all(array.dtype == np.float32 and len(array) == 5 for array in model.values())
    assert model["output_embedding"].shape == (5, 5, 6)
    assert model["input_embedding"].shape == (5, 12, 5)


@pytest.mark.parametrize("step", STEPS)
def test_training_lowers_the_loss(tmp_path: Path, step: Any) -> None:
    _, history = trained(step, [dataset(tmp_path, "one", parents=1)], steps=100)
    name = "train_loss" if step in UNSEEN else "loss"
    assert (history[name][:, -1] < history[name][:, 0] / 3).all()


@pytest.mark.parametrize("step", STEPS)
def test_the_same_step_gives_the_same_bytes(tmp_path: Path, step: Any) -> None:
    paths = [dataset(tmp_path, "one")]
    first, second = trained(step, paths), trained(step, paths)
    for mine, other in zip(first, second, strict=True):
        assert list(mine) == list(other)
        for name, array in mine.items():
            assert array.tobytes() == other[name].tobytes()


@pytest.mark.parametrize("step", STEPS)
def test_another_dataset_in_the_job_changes_nothing_but_rounding(tmp_path: Path, step: Any) -> None:
    path, added = dataset(tmp_path, "one"), dataset(tmp_path, "two", runs=1)
    alone, together = trained(step, [path])[1], trained(step, [added, path])[1]
    np.testing.assert_array_equal(alone["loss"][:, 0], together["loss"][1:, 0])
    np.testing.assert_allclose(alone["loss"], together["loss"][1:], rtol=1e-4)


@pytest.mark.parametrize("step", STEPS)
def test_no_step_leaves_the_initial_network(tmp_path: Path, step: Any) -> None:
    paths = [dataset(tmp_path, "one")]
    model, history = trained(step, paths, steps=0)
    np.testing.assert_array_equal(history["step"], [0])
    np.testing.assert_array_equal(history["flops"], [[0], [0]])
    _, longer = trained(step, paths)
    np.testing.assert_array_equal(history["loss"][:, 0], longer["loss"][:, 0])
    # torch's default for a linear map from 5 dimensions
    assert np.abs(model["output_embedding"]).max() <= 5**-0.5


@pytest.mark.parametrize("step", STEPS)
def test_in_the_world_untrained_no_parameter_moves(tmp_path: Path, step: Any) -> None:
    paths = [dataset(tmp_path, "one")]
    model, history = trained(step, paths, world="untrained")
    initial, _ = trained(step, paths, steps=0)
    for name, array in model.items():
        np.testing.assert_array_equal(array, initial[name])
    assert len(history["step"]) > 2
    assert (np.ptp(history["loss"], axis=1) == 0).all()


def test_compression_follows_autograd_and_torch_adam(tmp_path: Path) -> None:
    path = dataset(tmp_path, "one")
    truth = torch.from_numpy(read_dataset(path).probabilities(1))
    start, _ = trained(train_compression, [path], steps=0)
    parameters = {name: torch.nn.Parameter(torch.tensor(a[1])) for name, a in start.items()}
    optimizer = torch.optim.Adam(parameters.values())
    rate = schedule({"kind": "cosine"}, 0.03, 12)
    for step in range(12):
        optimizer.param_groups[0]["lr"] = rate(step)
        found = gradients(parameters, 1, torch.arange(12), truth, dtype=torch.float32)
        for name, parameter in parameters.items():
            parameter.grad = found[name]
        optimizer.step()
    model, _ = trained(train_compression, [path])
    for name, parameter in parameters.items():
        np.testing.assert_allclose(model[name][1], parameter.detach(), rtol=1e-3, atol=1e-4)


def test_variants_are_trained_one_after_the_other(tmp_path: Path) -> None:
    path = dataset(tmp_path, "one")
    variants = [
        {"embedding_dimension": 1},
        {"embedding_dimension": 5},
        {"embedding_dimension": 5, "layers": 0},
    ]
    model, history = trained(train_compression, [path], variants=variants)
    np.testing.assert_array_equal(history["variant"], [0, 0, 1, 1, 2, 2])
    np.testing.assert_array_equal(history["embedding_dimension"], [1, 1, 5, 5, 5, 5])
    np.testing.assert_array_equal(history["replicate"], [0, 1, 0, 1, 0, 1])
    assert (history["flops"][0, 1:] < history["flops"][2, 1:]).all()
    assert (history["flops"][4, 1:] < history["flops"][2, 1:]).all()
    single, alone = trained(train_compression, [path])
    np.testing.assert_array_equal(history["loss"][2:4], alone["loss"])
    np.testing.assert_array_equal(model["1/input_embedding"], single["input_embedding"])
    assert model["0/layers.0.gate"].shape == (2, 1, 2)
    assert "2/layers.0.gate" not in model


@pytest.mark.parametrize("step", UNSEEN)
def test_seen_and_unseen_inputs_make_up_the_population(tmp_path: Path, step: Any) -> None:
    paths = [dataset(tmp_path, "one")]
    _, history = trained(step, paths, seen_fraction=0.75)
    _, other = trained(step, paths, seen_fraction=0.5, steps=0)
    np.testing.assert_array_equal(history["seen"].sum(1), [9, 9])
    # before training the loss of the population is the same, however the inputs are split
    first = 0.75 * history["train_loss"][:, 0] + 0.25 * history["loss"][:, 0]
    np.testing.assert_allclose(first, 0.5 * (other["train_loss"] + other["loss"])[:, 0])
    # divergences after training add up to the last losses
    seen = history["seen"] == 1
    for run in range(2):
        final = history["final_divergence"][run]
        np.testing.assert_allclose(final[seen[run]].mean(), history["train_loss"][run, -1])
        np.testing.assert_allclose(final[~seen[run]].mean(), history["loss"][run, -1])


def test_held_out_inputs_are_the_same_for_every_share(tmp_path: Path) -> None:
    shares = (0.25, 0.5, 0.9)
    variants = [{"embedding_dimension": 5, "seen_fraction": share} for share in shares]
    _, history = trained(
        train_generalization,
        [dataset(tmp_path, "one")],
        variants=variants,
        held_out_fraction=0.1,
        steps=0,
    )
    small, half, most = history["seen"].reshape(3, 2, 12)
    assert (small <= half).all()
    assert (half <= most).all()
    np.testing.assert_array_equal(most.sum(1), [11, 11])
    # untrained networks differ in nothing, so the same inputs have the same loss
    losses = history["held_out_loss"].reshape(3, 2, -1)
    np.testing.assert_array_equal(losses[0], losses[2])
    # with all others seen, the complement is what was held out
    np.testing.assert_array_equal(history["loss"].reshape(3, 2, -1)[2], losses[2])


def test_a_learned_embedding_of_an_unseen_input_stays_at_its_start(tmp_path: Path) -> None:
    paths = [dataset(tmp_path, "one")]
    before, _ = trained(train_learned_generalization, paths, steps=0)
    after, history = trained(train_learned_generalization, paths)
    moved = (before["input_embedding"] != after["input_embedding"]).any(axis=2)
    np.testing.assert_array_equal(moved, history["seen"] == 1)


def test_a_learned_embedding_with_one_unseen_input_has_the_gradient_of_the_seen_ones(
    tmp_path: Path,
) -> None:
    """The gradient equals that of a population in which the unseen inputs do not occur."""
    data = stack_datasets([dataset(tmp_path, "one", runs=1)])
    recipe = Recipe(0, ["test"], 2, 1, 0.03, Schedule("cosine"), 12, 5)
    variant = Variant(embedding_dimension=5)
    ensemble = new_ensemble(data, recipe, None, variant, learned_embedding=True)
    shape, parameters = ensemble.shape, ensemble.parameters
    seen = np.array([[1] * 9 + [0] * 3])
    groups = np.stack([run.groups for run in data.runs])
    probabilities = [run.probabilities for run in data.runs]
    gradient = Gradient(shape, parameters, population_target(groups, probabilities, seen / 9))
    gradient()
    maps = {name: torch.tensor(view[0]) for name, view in stored(shape, parameters).items()}
    truth = torch.from_numpy(probabilities[0][groups[0]][:9])
    exact = gradients(maps, 1, torch.arange(9), truth)
    for name, found in stored(shape, gradient.gradients).items():
        np.testing.assert_allclose(found[0], exact[name], rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("fraction", [0.0, 0.01, 0.99, 1.0])
def test_a_split_needs_both_parts(tmp_path: Path, fraction: float) -> None:
    with pytest.raises(ValueError, match="seen_fraction"):
        trained(train_generalization, [dataset(tmp_path, "one")], seen_fraction=fraction)


@pytest.mark.parametrize(
    ("step", "changes", "message"),
    [
        (train_compression, {"variants": [{"layers": 2}]}, "embedding_dimension"),
        # the variants of a job share their logged steps
        (train_compression, {"variants": [{"embedding_dimension": 2, "steps": 5}]}, "'steps'"),
        (train_generalization, {"seen_fraction": None}, "seen_fraction is missing"),
        (train_generalization, {"held_out_fraction": 0.5}, "held_out_fraction"),
        (train_generalization, {"held_out_fraction": 0.01}, "at least one input"),
        (train_compression, {"steps": -1}, "steps is -1"),
        (train_compression, {"learning_rate": 0.0}, "learning_rate"),
    ],
)
def test_unusable_parameters_are_named(
    tmp_path: Path, step: Any, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        trained(step, [dataset(tmp_path, "one")], **changes)


def test_divergence_is_an_error_that_names_the_run(tmp_path: Path) -> None:
    with pytest.raises(FloatingPointError, match=r"loss of run \d+ is"):
        trained(train_compression, [dataset(tmp_path, "one")], learning_rate=1e39)
