from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.discussion import train_matrix_completion, train_recommender
from compsparse.studies.factorial.training.observed_pairs import (
    Sampling,
    observe_pairs,
    smoothed_losses,
)
from tests.unit.studies.factorial.plan_values import run_step

RUNS = 2
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["factorial", "test"],
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "steps": 60,
    "logged_steps": 5,
    "rank": 4,
}
TRY: dict[str, Any] = {
    "restart": 0,
    "samples": 400,
    "validation_fraction": 0.2,
    "smoothing": [0.01, 0.1],
    "pairs_seed_names": ["factorial", "test"],
}


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Any]:
    for name in ("one", "two"):
        arrays: Any = generate_dataset.run(
            {},
            root_seed=0,
            seed_names=["factorial", name],
            input_factors=[2, 2, 2],
            output_factors=[3, 3],
            parents=1,
            concentration=0.3,
            runs=RUNS,
        )["dataset"]
        np.savez(tmp_path / f"{name}.npz", **arrays)
    return {"datasets": [tmp_path / "one.npz", tmp_path / "two.npz"]}


def networks(inputs: dict[str, Any], variants: list[dict[str, Any]], **changes: Any) -> Any:
    sized = [{"embedding_dimension": 4, **variant} for variant in variants]
    return run_step(train_recommender, inputs, PARAMS | {"variants": sized} | changes)


def completions(inputs: dict[str, Any], variants: list[dict[str, Any]]) -> Any:
    return run_step(train_matrix_completion, inputs, PARAMS | {"variants": variants})


def test_both_histories_name_the_same_cells_in_the_same_order(inputs: dict[str, Any]) -> None:
    variants = [TRY, {**TRY, "samples": 100, "restart": 1}]
    first, second = (f(inputs, variants)["history"] for f in (networks, completions))
    for name in ("samples", "restart", "dataset", "replicate", "parents", "step"):
        np.testing.assert_array_equal(first[name], second[name])
    for name in ("validation_0", "validation_1", "population_0", "population_1"):
        assert first[name].shape == second[name].shape == (8, len(first["step"]))
        assert first[name].dtype == second[name].dtype == np.float64
    np.testing.assert_array_equal(first["samples"], [400] * 4 + [100] * 4)


@pytest.mark.parametrize("train", [networks, completions])
def test_training_lowers_the_losses(inputs: dict[str, Any], train: Any) -> None:
    history = train(inputs, [TRY])["history"]
    for name in ("population_0", "validation_0"):
        assert (history[name].min(axis=1) < history[name][:, 0] - 0.1).all()


def test_the_recorded_losses_are_those_of_the_factors(inputs: dict[str, Any]) -> None:
    outputs = completions(inputs, [TRY])
    product = outputs["model"]["users"] @ outputs["model"]["targets"]
    sampling = Sampling(**{f.name: TRY[f.name] for f in fields(Sampling)})
    for index, (path, run) in enumerate((p, r) for p in inputs["datasets"] for r in range(RUNS)):
        pairs = observe_pairs(read_dataset(path), path.stem, run, sampling, 0)
        prediction = product[index] / product[index].sum(1, keepdims=True)
        for name, value in smoothed_losses(prediction, pairs, TRY["smoothing"]).items():
            assert outputs["history"][name][index, -1] == pytest.approx(value)


def test_a_restart_changes_the_network_and_not_the_pairs(inputs: dict[str, Any]) -> None:
    other = {**TRY, "restart": 1, "seed_names": ["factorial", "test", "restart_1"]}
    history = networks(inputs, [TRY, other], steps=0)["history"]
    validation = history["validation_1"][:, 0]
    assert not np.allclose(validation[:4], validation[4:])
    factors = completions(inputs, [TRY, {**TRY, "restart": 1}])["model"]["users"]
    assert not np.allclose(factors[:4], factors[4:])
