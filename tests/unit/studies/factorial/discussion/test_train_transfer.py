from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from safetensors.numpy import save_file

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.discussion import train_transfer
from tests.unit.studies.factorial.plan_values import run_step
from workflow_engine.artifacts.errors import ArtifactError

RUNS, INPUTS, DIMENSION = 2, 12, 6
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["factorial", "test"],
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "steps": 20,
    "logged_steps": 4,
}
KINDS = list(get_args(train_transfer.Embedding))


@pytest.fixture
def learned() -> np.ndarray:
    random = np.random.default_rng(0)
    return 3 * random.standard_normal((RUNS, INPUTS, DIMENSION)).astype(np.float32)


@pytest.fixture
def inputs(tmp_path: Path, learned: np.ndarray) -> dict[str, Any]:
    arrays: Any = generate_dataset.run(
        {},
        root_seed=0,
        seed_names=["factorial", "test"],
        input_factors=[2, 2, 3],
        output_factors=[2, 3],
        parents=2,
        concentration=0.3,
        runs=RUNS,
    )["dataset"]
    np.savez(tmp_path / "second.npz", **arrays)
    save_file({"input_embedding": learned}, tmp_path / "first.safetensors")
    return {"datasets": [tmp_path / "second.npz"], "models": [tmp_path / "first.safetensors"]}


def trained(inputs: dict[str, Any], kinds: list[str], **changes: Any) -> Any:
    variants = [
        {"embedding_dimension": DIMENSION, "embedding": kind, "seen_fraction": 0.75}
        for kind in kinds
    ]
    return run_step(train_transfer, inputs, PARAMS | {"variants": variants} | changes)


def test_each_embedding_is_what_its_name_says(inputs: dict[str, Any], learned: np.ndarray) -> None:
    model = trained(inputs, KINDS)["model"]
    made = {kind: model[f"{index}/input_embedding"] for index, kind in enumerate(KINDS)}
    np.testing.assert_array_equal(made["compatible"], learned)
    for run in range(RUNS):
        rows, permuted = learned[run].tolist(), made["incompatible"][run].tolist()
        assert sorted(rows) == sorted(permuted)
        assert rows != permuted
        scale = np.square(learned[run]).mean()
        for kind in ("untrained", "oracle"):
            assert np.square(made[kind][run]).mean() == pytest.approx(scale, rel=1e-5)
        # a sum over factors 2, 2, 3 spans 2 + 2 + 3 - 2 dimensions
        assert np.linalg.matrix_rank(made["oracle"][run], tol=1e-4) == 5
    assert not np.array_equal(made["untrained"][0], made["untrained"][1])


def test_all_embeddings_share_split_and_initial_network(inputs: dict[str, Any]) -> None:
    outputs = trained(inputs, KINDS, steps=0)
    seen = outputs["history"]["seen"].reshape(len(KINDS), RUNS, INPUTS)
    assert (seen == seen[0]).all()
    assert (seen.sum(2) == 9).all()
    weights = [outputs["model"][f"{index}/output_embedding"] for index in range(len(KINDS))]
    assert all(np.array_equal(weights[0], other) for other in weights)


def test_training_lowers_the_loss_on_seen_inputs(inputs: dict[str, Any]) -> None:
    history = trained(inputs, KINDS, steps=150)["history"]
    assert (history["train_loss"][:, -1] < history["train_loss"][:, 0] / 3).all()
    assert history["loss"].shape == history["train_loss"].shape


def test_models_that_do_not_fit(inputs: dict[str, Any], tmp_path: Path) -> None:
    save_file({"input_embedding": np.zeros((1, 12, 6), np.float32)}, tmp_path / "few.safetensors")
    with pytest.raises(ArtifactError, match=r"one of shape \(1, 12, 6\)"):
        trained(inputs | {"models": [tmp_path / "few.safetensors"]}, ["compatible"])
    save_file({"other": np.zeros((2, 12, 6), np.float32)}, tmp_path / "none.safetensors")
    with pytest.raises(ArtifactError, match="no input embedding"):
        trained(inputs | {"models": [tmp_path / "none.safetensors"]}, ["compatible"])
    with pytest.raises(ValueError, match="too many values"):
        trained(inputs | {"models": inputs["models"] * 2}, ["compatible"])
    with pytest.raises(ValueError, match="should be 'compatible'"):
        trained(inputs, ["borrowed"])
