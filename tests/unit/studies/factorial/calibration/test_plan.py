"""The jobs of calibration: one training per experiment and space, variants stacked in it."""

from typing import Any

import pytest

from compsparse.studies.factorial.calibration import plan
from compsparse.studies.factorial.calibration.plan import Calibration
from compsparse.studies.factorial.collector import Collector
from tests.unit.studies.factorial.calibration.test_settings import CUSTOM, sections
from workflow_engine.provenance.job import Job

COMPARED: dict[str, list[Any]] = {
    "embedding_dimension": [4, 8],
    "hidden_dimension": [1, 2, 3],
    "hidden_dimension_small": [1, 2, 3],
    "layers": [0, 1],
    "layers_small": [0, 1],
    "learning_rate": [0.1, 0.03],
}


@pytest.fixture(scope="module")
def jobs() -> list[Job]:
    """Return the jobs of the theme alone."""
    values = {name: sections(compared=compared) for name, compared in COMPARED.items()}
    values["learning_schedule"] = sections(schedule=CUSTOM, cosine_learning_rates=[0.003, 0.03])
    collected = Collector(0, "default")
    plan.collect(collected, Calibration(**values))
    return collected.jobs


def selected(jobs: list[Job], step: str, name: str) -> list[Job]:
    names = (name, f"factorial_{name}")
    return [
        job
        for job in jobs
        if job.step == step
        and (job.wildcards.get("experiment") in names or job.wildcards.get("result") in names)
    ]


@pytest.mark.parametrize("name", [*COMPARED, "learning_schedule"])
def test_every_experiment_has_one_training_per_space(name: str, jobs: list[Job]) -> None:
    assert [job.wildcards["cell"] for job in selected(jobs, "train", name)] == [
        "structured",
        "unstructured",
    ]
    assert len(selected(jobs, "generate", name)) == 2
    (evaluation,) = selected(jobs, "evaluate", name)
    assert len(evaluation.inputs["histories"]) == 2
    (figure,) = selected(jobs, "render", name)
    assert figure.params["chosen"] == evaluation.params["chosen"]
    assert evaluation.params["chosen"] in evaluation.params["variants"]
    for job in selected(jobs, "train", name):
        assert len(job.params["variants"]) == len(evaluation.params["variants"])
        assert not {"compared", "cosine_learning_rates"} & set(job.params)


def test_variants_change_one_parameter_of_the_choice(jobs: list[Job]) -> None:
    (job, _) = selected(jobs, "train", "layers")
    assert job.params["variants"] == [
        {"embedding_dimension": 8, "layers": 0},
        {"embedding_dimension": 8, "layers": 1},
    ]
    (job, _) = selected(jobs, "train", "embedding_dimension")
    assert job.params["variants"] == [{"embedding_dimension": 4}, {"embedding_dimension": 8}]


def test_schedules_stand_from_the_largest_rate_down_and_the_custom_one_last(
    jobs: list[Job],
) -> None:
    (job, _) = selected(jobs, "train", "learning_schedule")
    assert [variant.get("learning_rate") for variant in job.params["variants"]] == [
        0.03,
        0.003,
        None,
    ]
    assert job.params["schedule"]["kind"] == "custom"
    (evaluation,) = selected(jobs, "evaluate", "learning_schedule")
    assert evaluation.params["variants"] == ["cosine 0.03", "cosine 0.003", "custom 0.03"]
    assert evaluation.params["chosen"] == "custom 0.03"


def test_small_spaces_are_compared_with_the_large_ones(jobs: list[Job]) -> None:
    for name in ("hidden_dimension", "layers"):
        (large,) = selected(jobs, "evaluate", name)
        (small,) = selected(jobs, "evaluate", f"{name}_small")
        assert small.inputs["large_histories"] == large.inputs["histories"]
        assert "large_histories" not in large.inputs
