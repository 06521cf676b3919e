"""The jobs on statistical complexity: one training per run length, all tasks stacked in it."""

import pytest

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.estimation import plan
from compsparse.studies.factorial.estimation.plan import Estimation
from tests.unit.studies.factorial.estimation.test_settings import SECTIONS
from workflow_engine.provenance.job import Job


@pytest.fixture(scope="module")
def jobs() -> list[Job]:
    """Return the jobs of the theme alone."""
    collected = Collector(0, "default")
    plan.collect(collected, Estimation.model_validate(SECTIONS))
    return collected.jobs


def test_each_length_trains_on_all_tasks(jobs: list[Job]) -> None:
    trainings = [job for job in jobs if job.step == "train"]
    assert [job.params["steps"] for job in trainings] == [5, 20, 40, 30, 30]
    one_pass = trainings[:3]
    datasets = [
        job.outputs["dataset"]
        for job in jobs
        if job.step == "generate" and job.wildcards["experiment"] == "samples_to_loss"
    ]
    assert len(datasets) == 2
    assert all(job.inputs["datasets"] == datasets for job in trainings)
    for job in one_pass:
        assert job.params["batch_size"] == 8
        assert "shorter_steps" not in job.params


def test_networks_and_estimators_see_the_same_tasks(jobs: list[Job]) -> None:
    results = {job.wildcards["result"]: job for job in jobs if job.step == "evaluate"}
    job = results["factorial_samples_to_loss"]
    trainings = [job for job in jobs if job.step == "train"]
    assert job.inputs["datasets"] == trainings[0].inputs["datasets"]
    made = [job.outputs["history"] for job in trainings]
    assert job.inputs["histories"] == made[:3]
    assert [job.inputs["fixed_sample"], job.inputs["fixed_sample_factors"]] == made[3:]
    assert job.params["batch_size"] == 8
    assert not results["factorial_histogram_estimator"].inputs


def test_both_embeddings_see_the_same_pairs_in_the_same_way(jobs: list[Job]) -> None:
    learned, given = (
        next(job for job in jobs if job.step == "train" and job.wildcards["cell"] == cell)
        for cell in ("fixed_sample", "fixed_sample_factors")
    )
    assert learned.params == given.params
    assert learned.module != given.module
    assert [variant["samples"] for variant in learned.params["variants"]] == [10, 100]
    assert "batch_size" not in learned.params
