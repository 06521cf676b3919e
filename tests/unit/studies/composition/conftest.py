"""A task and trainings of it, made once."""

from pathlib import Path
from typing import Any

import pytest

from compsparse.studies.composition.attention import train_attention_only
from compsparse.studies.composition.task import generate_hidden
from workflow_engine.artifacts.arrays import encode

SEEDS: dict[str, Any] = {"root_seed": 987, "seed_names": ["composition", "test", "cell"]}
TRAINING: dict[str, Any] = {
    "layers": 3,
    "rates": [0.05, 0.1],
    "steps": 120,
    "sequences": 24,
    "initial_scale": 0.01,
    "looks": 12,
    "judged": 16,
    **SEEDS,
}


@pytest.fixture(scope="session")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hidden permutations of three runs, k = 4 and N = 3, in a file; do not change it."""
    params = {"folds": 4, "symbols": 3, "runs": 3, **SEEDS}
    path = tmp_path_factory.mktemp("hidden") / "hidden.npz"
    made = generate_hidden.run({}, **params)["data"]
    assert isinstance(made, dict)
    path.write_bytes(encode(path, made))
    return path


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, hidden: Path) -> dict[str, Path]:
    """Trainings on all kinds of data, by kind; do not change them."""
    folder = tmp_path_factory.mktemp("trained")
    return {
        data: written(folder / f"{data}.npz", hidden, data=data)
        for data in ("mixture", "curriculum", "strict", "hard_only")
    }


def written(path: Path, hidden: Path, **changed: object) -> Path:
    """Train as said above but for what is changed, and write the history."""
    made = train_attention_only.run({"hidden": hidden}, **(TRAINING | changed))["model"]
    assert isinstance(made, dict)
    path.write_bytes(encode(path, made))
    return path
