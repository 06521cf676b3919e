from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from safetensors.numpy import save_file

from compsparse.studies.factorial.discussion import evaluate_recommender
from workflow_engine.artifacts.errors import ArtifactError

SMOOTHING = [0.01, 0.1]
RUNS, RESTARTS, LOGGED = 3, 2, 4


def history(path: Path, log_loss: dict[int, float], **changes: np.ndarray | None) -> Path:
    """Write losses whose best validated one is exp(log_loss) of the number of parents."""
    parents = np.repeat(list(log_loss), RUNS * RESTARTS)
    restart = np.tile(np.repeat(np.arange(RESTARTS), RUNS), len(log_loss))
    arrays: dict[str, Any] = {
        "parents": parents,
        "samples": np.full(len(parents), 100),
        "restart": restart,
        "replicate": np.tile(np.arange(RUNS), RESTARTS * len(log_loss)),
        "step": np.array([0, 1, 5, 20]),
    }
    for weight in range(len(SMOOTHING)):
        validation = np.full((len(parents), LOGGED), 9.0)
        population = np.full((len(parents), LOGGED), 7.0)
        if weight == 1:  # the second restart, third logged step, second weight validates best
            validation[restart == 1, 2] = 1.0
            best = np.exp(np.array([log_loss[p] for p in parents]))
            population[restart == 1, 2] = best[restart == 1]
            population[:, 3] = 1e-6  # better, but not what the validation pairs chose
        arrays |= {f"validation_{weight}": validation, f"population_{weight}": population}
    arrays |= changes
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return path


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Any]:
    save_file(
        {f"{v}/{n}": np.zeros((6, *s), np.float32) for v in (0, 1) for n, s in SHAPES.items()},
        tmp_path / "network.safetensors",
    )
    save_file({"users": np.zeros((9, 10, 4))}, tmp_path / "completion.safetensors")
    return {
        "network_history": history(tmp_path / "network.npz", {1: 0.0, 2: -1.0, 3: -3.0}),
        "completion_history": history(tmp_path / "completion.npz", {1: -0.5, 2: 0.0, 3: 0.0}),
        "shuffled_network_history": history(tmp_path / "shuffled_network.npz", {1: -1.5}),
        "shuffled_completion_history": history(tmp_path / "shuffled_completion.npz", {1: 0.0}),
        "network_model": tmp_path / "network.safetensors",
        "completion_model": tmp_path / "completion.safetensors",
    }


SHAPES = {"input_embedding": (5, 4), "output_embedding": (4, 6)}


def run(inputs: dict[str, Any]) -> Any:
    return evaluate_recommender.run(inputs, root_seed=0, smoothing=SMOOTHING)


def test_validation_pairs_choose_and_the_truth_judges(inputs: dict[str, Any]) -> None:
    outputs = run(inputs)
    table: pd.DataFrame = outputs["table"]
    assert table.groupby("tables").size().to_dict() == {"factored": 18, "shuffled": 6}
    for name, value in {"restart": 1, "step": 5, "smoothing": 0.1, "validation_loss": 1}.items():
        assert (table[name] == value).all()
    metrics = {name: m["value"] for name, m in outputs["metrics"]["factorial_recommender"].items()}
    assert metrics == pytest.approx(
        {"least_log_advantage": 0.5, "log_ratio_change": -2.5, "parameter_ratio": 44 / 40}
    )
    assert set(table.loc[table["method"] == "network", "parameters"]) == {44}


def test_an_advantage_is_no_larger_than_it_is(tmp_path: Path, inputs: dict[str, Any]) -> None:
    """Where shuffled tables are worse for the network, its own advantage counts."""
    behind = history(tmp_path / "behind.npz", {1: 1.0})
    metrics = run(inputs | {"shuffled_network_history": behind})["metrics"]["factorial_recommender"]
    assert metrics["least_log_advantage"]["value"] == pytest.approx(2.0)


def test_unusable_histories(tmp_path: Path, inputs: dict[str, Any]) -> None:
    broken = history(tmp_path / "broken.npz", {1: 0.0}, population_1=None)
    with pytest.raises(ArtifactError, match="population_1"):
        run(inputs | {"network_history": broken})
    endless = np.full((RUNS * RESTARTS, LOGGED), np.inf)
    broken = history(tmp_path / "broken.npz", {1: 0.0}, population_1=endless)
    with pytest.raises(ArtifactError, match="'population_1' holds values that are not finite"):
        run(inputs | {"network_history": broken})
    shorter = np.ones((RUNS * RESTARTS, LOGGED - 1))
    broken = history(tmp_path / "broken.npz", {1: 0.0}, validation_0=shorter)
    with pytest.raises(ArtifactError, match="validation_0 has 3 entries along logged; step has 4"):
        run(inputs | {"network_history": broken})
    swapped = np.arange(RUNS * RESTARTS).astype(">i8")
    broken = history(tmp_path / "broken.npz", {1: 0.0}, replicate=swapped)
    with pytest.raises(ArtifactError, match="replicate is >i8"):
        run(inputs | {"network_history": broken})
    fewer = history(tmp_path / "fewer.npz", {1: 0.0, 2: 0.0})
    with pytest.raises(ValueError, match="same cells"):
        run(inputs | {"network_history": fewer})
