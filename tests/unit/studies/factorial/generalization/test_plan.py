from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.generalization import plan
from compsparse.studies.factorial.generalization.plan import (
    Generalization,
    GeneralizationConnectivity,
)
from workflow_engine.provenance.job import Job

NETWORK = {
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "seen_fraction": 0.9,
    "steps": 10,
    "logged_steps": 4,
}
DRAWS = {"input_factors": "2^4", "output_factors": "2^2", "concentration": 0.1, "runs": 2}
ONE = {**NETWORK, "embedding_dimension": 4}
SEVERAL = {**NETWORK, "embedding_dimensions": [8, 16, 24]}
SECTIONS: dict[str, Any] = {
    "generalization_complexity": {
        "generate": {**DRAWS, "input_tokens": 16, "input_factors": ["2^4"], "parents": 2}
        | {"equal_complexity": [{"input_factors": "4^2", "parents": 1}]},
        "train": ONE,
    },
    "generalization_connectivity": {
        "generate": {**DRAWS, "connectivities": [0.0, 0.15, 1.0]},
        "train": ONE,
        "connectivities_per_job": 2,
    },
    "generalization_dimension": {
        "generate": {**DRAWS, "parents": 2},
        "train": SEVERAL,
        "dimensions_per_job": 2,
        "evaluate": {"window": [0.1, 0.5]},
    },
    "learned_embedding": {"generate": {**DRAWS, "parents": 2}, "train": ONE},
    "parent_map": {"generate": {**DRAWS, "parents": [1, 2]}, "train": SEVERAL},
}


@pytest.fixture
def jobs() -> list[Job]:
    collected = Collector(0, "default")
    plan.collect(collected, Generalization.model_validate(SECTIONS))
    return collected.jobs


def selected(jobs: list[Job], step: str, experiment: str) -> list[Job]:
    return [j for j in jobs if j.step == step and j.wildcards.get("experiment") == experiment]


def test_outputs_are_distinct(jobs: list[Job]) -> None:
    paths = [path for job in jobs for path in job.outputs.values()]
    assert len(set(paths)) == len(paths)


def test_each_connectivity_has_a_dataset_and_a_place_in_a_job(jobs: list[Job]) -> None:
    made = selected(jobs, "generate", "generalization_connectivity")
    assert [job.params["connectivity"] for job in made] == [0.0, 0.15, 1.0]
    assert [job.wildcards["cell"] for job in made] == [
        "connectivity_0",
        "connectivity_0p15",
        "connectivity_1",
    ]
    stacked = [
        len(job.inputs["datasets"])
        for job in selected(jobs, "train", made[0].wildcards["experiment"])
    ]
    assert stacked == [2, 1]


def test_dimensions_are_divided_among_jobs(jobs: list[Job]) -> None:
    trained = selected(jobs, "train", "generalization_dimension")
    assert [[v["embedding_dimension"] for v in job.params["variants"]] for job in trained] == [
        [8, 16],
        [24],
    ]


def test_the_two_embeddings_differ_in_nothing_else(jobs: list[Job]) -> None:
    learned, fixed = selected(jobs, "train", "learned_embedding")
    assert (learned.params, learned.inputs) == (fixed.params, fixed.inputs)
    assert learned.module.endswith("learned_generalization")
    assert fixed.module.endswith("train_generalization")


@pytest.mark.parametrize("betas", [[], [0.2, 0.2], [-0.1], [1.1]])
def test_unusable_connectivities(betas: list[float]) -> None:
    section = SECTIONS["generalization_connectivity"]
    generate = {**section["generate"], "connectivities": betas}
    with pytest.raises(ValidationError):
        GeneralizationConnectivity.model_validate({**section, "generate": generate})
