from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.ensembles.schedules import schedule
from compsparse.studies.factorial import generate
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.train import compression, generalization, single_pass
from tests.unit.studies.factorial.autograd_reference import gradients

PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["test"],
    "embedding_dimensions": [5],
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "steps": 12,
    "logged_steps": 5,
    "batch_size": 30,
    "seen_fraction": 0.75,
}
STEPS = [single_pass, compression, generalization]


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
    made: Any = generate.run({}, params)["dataset"]
    np.savez(path, **made)
    return path


def trained(step: Any, paths: list[Path], **changes: Any) -> tuple[Any, Any]:
    outputs = step.run({"datasets": paths}, PARAMS | changes)
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
    losses = {"loss", "train_loss"} if step is generalization else {"loss"}
    assert {name for name in history if "loss" in name} == losses
    for name in losses:
        assert history[name].shape == (5, len(history["step"]))
        assert history[name].dtype == np.float64
        assert (history[name] > 0).all()
    examples = {single_pass: 30, compression: 12, generalization: 9}[step]
    operations = 3 * (6 * 5 * 10 + 2 * 5 * 6)
    np.testing.assert_array_equal(history["flops"][3], history["step"] * examples * operations)
    assert all(array.dtype == np.float32 and len(array) == 5 for array in model.values())
    assert model["output_embedding"].shape == (5, 5, 6)
    assert model["input_embedding"].shape == (5, 12, 5)


@pytest.mark.parametrize("step", STEPS)
def test_training_lowers_the_loss(tmp_path: Path, step: Any) -> None:
    _, history = trained(step, [dataset(tmp_path, "one", parents=1)], steps=100)
    name = "train_loss" if step is generalization else "loss"
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
    one, two = dataset(tmp_path, "one"), dataset(tmp_path, "two", runs=1)
    alone, together = trained(step, [one])[1], trained(step, [two, one])[1]
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


def test_compression_follows_autograd_and_torch_adam(tmp_path: Path) -> None:
    path = dataset(tmp_path, "one")
    truth = torch.from_numpy(read_dataset(path).probabilities(1))
    start, _ = trained(compression, [path], steps=0)
    parameters = {name: torch.nn.Parameter(torch.tensor(a[1])) for name, a in start.items()}
    optimizer = torch.optim.Adam(parameters.values())
    rate = schedule({"kind": "cosine"}, 0.03, 12)
    for step in range(12):
        optimizer.param_groups[0]["lr"] = rate(step)
        found = gradients(parameters, 1, torch.arange(12), truth, dtype=torch.float32)
        for name, parameter in parameters.items():
            parameter.grad = found[name]
        optimizer.step()
    model, _ = trained(compression, [path])
    for name, parameter in parameters.items():
        np.testing.assert_allclose(model[name][1], parameter.detach(), rtol=1e-3, atol=1e-4)


def test_several_embedding_dimensions_are_trained_one_after_the_other(tmp_path: Path) -> None:
    path = dataset(tmp_path, "one")
    model, history = trained(compression, [path], embedding_dimensions=[1, 5])
    np.testing.assert_array_equal(history["embedding_dimension"], [1, 1, 5, 5])
    np.testing.assert_array_equal(history["replicate"], [0, 1, 0, 1])
    assert (history["flops"][0, 1:] < history["flops"][2, 1:]).all()
    single, alone = trained(compression, [path])
    np.testing.assert_array_equal(history["loss"][2:], alone["loss"])
    np.testing.assert_array_equal(model["d5/input_embedding"], single["input_embedding"])
    assert model["d1/layers.0.gate"].shape == (2, 1, 2)


def test_seen_and_unseen_inputs_make_up_the_population(tmp_path: Path) -> None:
    paths = [dataset(tmp_path, "one")]
    _, history = trained(generalization, paths, seen_fraction=0.75)
    _, other = trained(generalization, paths, seen_fraction=0.5, steps=0)
    assert history["seen_inputs"].shape == (2, 9)
    for seen in history["seen_inputs"]:
        assert set(seen) <= set(range(12))
        assert len(set(seen)) == 9
    # before training the loss of the population is the same, however the inputs are split
    first = 0.75 * history["train_loss"][:, 0] + 0.25 * history["loss"][:, 0]
    np.testing.assert_allclose(first, 0.5 * (other["train_loss"] + other["loss"])[:, 0])


@pytest.mark.parametrize("fraction", [0.0, 0.01, 0.99, 1.0])
def test_a_split_needs_both_parts(tmp_path: Path, fraction: float) -> None:
    with pytest.raises(ValueError, match="seen_fraction"):
        trained(generalization, [dataset(tmp_path, "one")], seen_fraction=fraction)


def test_datasets_of_other_factors_are_refused(tmp_path: Path) -> None:
    paths = [dataset(tmp_path, "one"), dataset(tmp_path, "two", inputs=[4, 3], parents=1)]
    with pytest.raises(ValueError, match="need the same factors"):
        trained(compression, paths)


def test_datasets_of_the_same_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    paths = [dataset(tmp_path, "one"), dataset(tmp_path / "other", "one")]
    with pytest.raises(ValueError, match="share a file name"):
        trained(compression, paths)


@pytest.mark.parametrize(
    ("step", "changes", "message"),
    [
        (single_pass, {"batch_size": 0}, "batch_size"),
        (compression, {"embedding_dimensions": [2, 2]}, "embedding_dimensions"),
        (compression, {"embedding_dimensions": []}, "embedding_dimensions"),
        (compression, {"steps": -1}, "steps is -1"),
        (compression, {"learning_rate": 0.0}, "learning_rate"),
    ],
)
def test_unusable_parameters_are_named(
    tmp_path: Path, step: Any, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        trained(step, [dataset(tmp_path, "one")], **changes)


def test_divergence_is_an_error_that_names_the_run(tmp_path: Path) -> None:
    with pytest.raises(FloatingPointError, match=r"loss of run \d+ is"):
        trained(compression, [dataset(tmp_path, "one")], learning_rate=1e39)
