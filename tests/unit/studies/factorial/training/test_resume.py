"""Every kind of training, interrupted after every single update, ends with the same bytes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.discussion import (
    train_matrix_completion,
    train_recommender,
    train_transfer,
)
from compsparse.studies.factorial.generalization import train_learned_generalization
from compsparse.studies.factorial.training import (
    train_compression,
    train_generalization,
    train_single_pass,
)
from tests.unit.ensembles.interruption import interrupted_at_every_save
from tests.unit.studies.factorial.plan_values import run_step
from workflow_engine.provenance.checkpoints import JobCheckpoints

STEPS, RUNS, DIMENSION = 6, 2, 4
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["test"],
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "steps": STEPS,
    "logged_steps": 3,
    "batch_size": 7,
    "seen_fraction": 0.75,
    "rank": 2,
}
PAIRS: dict[str, Any] = {
    "samples": 50,
    "validation_fraction": 0.2,
    "smoothing": [0.01, 0.1],
    "pairs_seed_names": ["test"],
    "restart": 0,
}
TRANSFER = {"embedding": "compatible", "seen_fraction": 0.75}
# two networks, one after the other
TWO: list[dict[str, Any]] = [
    {"embedding_dimension": DIMENSION},
    {"embedding_dimension": DIMENSION, "layers": 0},
]
KINDS = {
    "single_pass": (train_single_pass, TWO),
    "compression": (train_compression, TWO),
    "generalization": (train_generalization, TWO),
    "learned_generalization": (train_learned_generalization, TWO),
    "recommender": (train_recommender, [PAIRS | network for network in TWO]),
    "transfer": (train_transfer, [TRANSFER | network for network in TWO]),
    "matrix_completion": (train_matrix_completion, [PAIRS, PAIRS | {"restart": 1}]),
}


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Any]:
    params = {
        "root_seed": 0,
        "seed_names": ["test"],
        "input_factors": [2, 2, 3],
        "output_factors": [2, 3],
        "parents": 2,
        "concentration": 0.3,
        "runs": RUNS,
    }
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    np.savez(tmp_path / "data.npz", **arrays)
    random = np.random.default_rng(0)
    learned = random.standard_normal((RUNS, 12, DIMENSION)).astype(np.float32)
    save_file({"input_embedding": learned}, tmp_path / "first.safetensors")
    return {"datasets": [tmp_path / "data.npz"], "models": [tmp_path / "first.safetensors"]}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_interrupted_after_every_update_and_resumed(
    inputs: dict[str, Any], tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    step, variants = KINDS[kind]
    params = PARAMS | {"variants": variants}

    def run(checkpoints: Checkpoints = NOTHING_KEPT) -> Any:
        return run_step(step, inputs, params, checkpoints=checkpoints)

    expected = run()

    def kept() -> Checkpoints:
        return JobCheckpoints(tmp_path / "checkpoint.npz", "key", lambda: True, interval=0.0)

    found, places = interrupted_at_every_save(run, kept)
    logged = len(expected["history"]["step"])
    # matrix completion saves where it logs, in four fits, others after every update of two networks
    assert len(places) == (4 * logged if kind == "matrix_completion" else 2 * STEPS)
    assert capsys.readouterr().err.count("Resumed from update") == len(places)
    for output, arrays in expected.items():
        assert list(found[output]) == list(arrays)
        for name, array in arrays.items():
            assert found[output][name].dtype == array.dtype
            assert found[output][name].shape == array.shape
            assert found[output][name].tobytes() == array.tobytes(), (output, name)
