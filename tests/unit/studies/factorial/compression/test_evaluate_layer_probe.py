from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from safetensors.numpy import save_file

from compsparse.studies.factorial.compression import evaluate_layer_probe
from compsparse.studies.factorial.compression.layer_states import layer_states
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.embedding import factor_table, one_hot_codes


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    params = {
        "root_seed": 1,
        "seed_names": ["test"],
        "input_factors": [2] * 6,
        "output_factors": [4, 4],
        "parents": 2,
        "concentration": 0.1,
        "runs": 2,
    }
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    np.savez(tmp_path / "dataset.npz", **arrays)
    return read_dataset(tmp_path / "dataset.npz")


def write_model(path: Path, embedding: np.ndarray, layers: int, scale: float) -> Path:
    """Blocks of random weights; with scale 0 they add nothing."""
    random = np.random.default_rng(0)
    runs, _, d = embedding.shape
    arrays = {"input_embedding": embedding.astype(np.float32)}
    for layer in range(layers):
        for name, shape in (("gate", (d, 2 * d)), ("value", (d, 2 * d)), ("output", (2 * d, d))):
            weights = scale * random.standard_normal((runs, *shape))
            arrays[f"layers.{layer}.{name}"] = weights.astype(np.float32)
    arrays["output_embedding"] = np.zeros((runs, d, 16), dtype=np.float32)
    save_file(arrays, path)
    return path


def compatible(dataset: Dataset) -> np.ndarray:
    table = factor_table(dataset.inputs, 14, np.random.default_rng(2))
    return np.stack([one_hot_codes(dataset.inputs) @ table] * dataset.runs)


def test_states_of_each_layer(tmp_path: Path, dataset: Dataset) -> None:
    embedding = compatible(dataset)
    idle = layer_states(write_model(tmp_path / "idle.safetensors", embedding, 2, 0.0))
    assert len(idle) == 3
    expected = embedding / np.sqrt(np.square(embedding).mean(-1, keepdims=True))
    for states in idle:
        np.testing.assert_allclose(states, expected, rtol=1e-5, atol=1e-5)
    busy = layer_states(write_model(tmp_path / "busy.safetensors", embedding, 2, 0.3))
    assert np.abs(busy[1] - busy[0]).max() > 0.1
    assert np.abs(busy[2] - busy[1]).max() > 0.1


def test_targets_tell_relevant_factors_from_others(dataset: Dataset) -> None:
    targets = evaluate_layer_probe.probe_targets(dataset, 0)
    used = int(dataset.adjacency[0].any(axis=0).sum())
    assert targets["relevant factors"].shape == (64, 2 * used)
    assert targets["irrelevant factors"].shape == (64, 2 * (6 - used))
    assert (targets["parent states"].sum(axis=1) == 2).all()
    np.testing.assert_allclose(targets["log probabilities"].mean(axis=1), 0, atol=1e-12)
    # log probabilities depend on relevant factors alone
    _, groups = np.unique(targets["relevant factors"], axis=0, return_inverse=True)
    for group in range(groups.max() + 1):
        assert np.ptp(targets["log probabilities"][groups == group], axis=0).max() < 1e-12


def test_table_and_metrics(tmp_path: Path, dataset: Dataset) -> None:
    """The learned model knows only relevant factors, the fixed one all; neither has a course."""
    targets = [
        evaluate_layer_probe.probe_targets(dataset, run)["relevant factors"] for run in range(2)
    ]
    width = min(target.shape[1] for target in targets)
    random = np.random.default_rng(3)
    learned = np.stack(
        [t[:, :width] @ random.standard_normal((width, 14)) for t in targets]
    ) + 0.01 * random.standard_normal((2, 64, 14))
    inputs: Any = {
        "dataset": tmp_path / "dataset.npz",
        "learned": write_model(tmp_path / "learned.safetensors", learned, 3, 0.0),
        "fixed": write_model(tmp_path / "fixed.safetensors", compatible(dataset), 3, 0.0),
    }
    outputs: Any = evaluate_layer_probe.run(inputs, root_seed=0)
    table, metrics = outputs["table"], outputs["metrics"]["factorial_layer_probe"]
    assert len(table) == 2 * 2 * 4 * 4
    mean = table.groupby(["embedding", "target"])["explained_variance"].mean()
    assert mean["fixed", "relevant factors"] > 0.9
    assert mean["fixed", "irrelevant factors"] > 0.9
    assert mean["learned", "irrelevant factors"] < 0.2
    assert mean["fixed", "log probabilities"] < mean["fixed", "relevant factors"]
    # blocks that add nothing change nothing
    for metric in metrics.values():
        assert metric["value"] == pytest.approx(0, abs=1e-4)
        assert metric["n"] == 2


def test_changes_are_from_the_embedding_to_the_end() -> None:
    rows = pd.DataFrame(
        [
            ("fixed", target, depth, 0, value)
            for target, values in {
                "relevant factors": (0.9, 0.2, 1.0),
                "irrelevant factors": (0.9, 0.9, 0.4),
                "log probabilities": (0.6, 0.1, 0.95),
            }.items()
            for depth, value in enumerate(values)
        ],
        columns=["embedding", "target", "depth", "run", "explained_variance"],
    )
    assert evaluate_layer_probe.compression(rows) == pytest.approx(0.6)
    assert evaluate_layer_probe.representation(rows) == pytest.approx(0.35)


def test_a_graph_without_irrelevant_factors_is_refused(tmp_path: Path) -> None:
    params = {
        "root_seed": 1,
        "seed_names": ["test"],
        "input_factors": [2, 2],
        "output_factors": [4],
        "parents": 2,
        "concentration": 0.1,
        "runs": 1,
    }
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    np.savez(tmp_path / "full.npz", **arrays)
    with pytest.raises(ValueError, match="uses 2 of 2 input factors"):
        evaluate_layer_probe.probe_targets(read_dataset(tmp_path / "full.npz"), 0)
