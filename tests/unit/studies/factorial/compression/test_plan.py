from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.compression import plan
from compsparse.studies.factorial.compression.plan import Compression, Transform
from workflow_engine.provenance.job import Job

DRAWS: dict[str, Any] = {
    "input_factors": "2^6",
    "output_factors": "4^2",
    "parents": 2,
    "concentration": 0.1,
    "runs": 2,
}
GIVEN = {"embedding_dimension": 12, "seen_fraction": 0.9}
NETWORK: dict[str, Any] = {
    "hidden_ratio": 2,
    "layers": 3,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "steps": 10,
    "logged_steps": 5,
}


@pytest.fixture(scope="module")
def jobs() -> dict[str, Job]:
    wide = {**NETWORK, "layers": 1, "embedding_dimensions": [2, 8]}
    settings = Compression.model_validate(
        {
            "compression_grid_a": {
                "generate": {**DRAWS, "parents": [1, 2]},
                "train": wide,
                "evaluate": {"window": [0.1, 1.0]},
            },
            "compression_grid_b": {"generate": {**DRAWS, "input_factors": ["3^4"]}, "train": wide},
            "global_minimum": {
                "evaluate": {
                    "embedding_dimensions": [2],
                    "restarts": 1,
                    "iterations": 5,
                    "refinement_iterations": 0,
                }
            },
            "transform": {"generate": DRAWS, "train": wide, "given": GIVEN},
            "layer_probe": {
                "generate": DRAWS,
                "train": {**NETWORK, "embedding_dimension": 12, "seen_fraction": 0.9},
            },
        }
    )
    collected = Collector(0, "smoke")
    plan.collect(collected, settings)
    return {job.name: job for job in collected.jobs}


def test_every_dimension_is_trained_with_and_without_layers(jobs: dict[str, Job]) -> None:
    params = jobs["train/default.transform"].params
    assert params["variants"] == [
        {"embedding_dimension": d, "layers": layers} for d in (2, 8) for layers in (0, 1)
    ]
    assert jobs["evaluate/factorial_transform"].params["layers"] == [0, 1, 0, 1]


def test_the_control_has_the_same_graphs_and_a_given_embedding(jobs: dict[str, Job]) -> None:
    control, learned = jobs["train/given.transform"], jobs["train/default.transform"]
    assert control.module.endswith(".train_generalization")
    assert control.inputs == learned.inputs
    assert control.params["variants"] == [{**GIVEN, "layers": 0}, {**GIVEN, "layers": 1}]
    evaluation = jobs["evaluate/factorial_transform"]
    assert evaluation.params["given_layers"] == [0, 1]
    assert evaluation.inputs["given_history"] == control.outputs["history"]


def test_the_minimum_is_searched_on_the_graphs_of_the_grid(jobs: dict[str, Job]) -> None:
    inputs = jobs["evaluate/factorial_global_minimum"].inputs
    assert inputs["histories"] == jobs["evaluate/factorial_compression_grid_a"].inputs["histories"]
    assert len(inputs["datasets"]) == 2


def test_both_probed_networks_differ_in_their_embedding_alone(jobs: dict[str, Job]) -> None:
    learned, fixed = (jobs[f"train/{cell}.layer_probe"] for cell in ("learned", "fixed"))
    assert learned.module.endswith(".train_compression")
    assert fixed.module.endswith(".train_generalization")
    assert learned.params == {k: v for k, v in fixed.params.items() if k != "seen_fraction"}
    assert learned.inputs == fixed.inputs
    inputs = jobs["evaluate/factorial_layer_probe"].inputs
    assert inputs["learned"] == learned.outputs["model"]
    assert inputs["fixed"] == fixed.outputs["model"]


def test_the_comparison_is_with_one_layer() -> None:
    network = {**NETWORK, "embedding_dimensions": [2]}
    with pytest.raises(ValidationError, match="layers: 1"):
        Transform.model_validate({"generate": DRAWS, "train": network, "given": GIVEN})
