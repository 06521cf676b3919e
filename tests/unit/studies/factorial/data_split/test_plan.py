import pytest

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.data_split import plan
from compsparse.studies.factorial.data_split.plan import DataSplit, evenly_divided
from tests.unit.studies.factorial.data_split.test_settings import section


def test_two_jobs_of_equal_cost() -> None:
    parts = evenly_divided([0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.95], 2)
    assert parts == [[0.05, 0.1, 0.3, 0.95], [0.2, 0.5, 0.7]]
    assert sum(parts[0]) == pytest.approx(sum(parts[1]))


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_share_is_trained_once_with_the_same_held_out_inputs(jobs: int) -> None:
    collected = Collector(0, "default")
    plan.collect(collected, DataSplit.model_validate(section(jobs=jobs)))
    trainings = [job for job in collected.jobs if job.step == "train"]
    assert len(trainings) == jobs
    variants = [variant for job in trainings for variant in job.params["variants"]]
    assert sorted(variant["seen_fraction"] for variant in variants) == [0.1, 0.5, 0.9]
    assert {variant["held_out_fraction"] for variant in variants} == {0.1}
    # how shares are divided among jobs must not reach the steps
    shared = [{k: v for k, v in job.params.items() if k != "variants"} for job in trainings]
    assert all(params == shared[0] for params in shared)
    assert "jobs" not in shared[0] and "seen_fractions" not in shared[0]
    assert len({job.outputs["history"] for job in trainings}) == jobs


def test_results_read_all_histories() -> None:
    collected = Collector(0, "default")
    plan.collect(collected, DataSplit.model_validate(section()))
    evaluations = {job.wildcards["result"]: job for job in collected.jobs if job.step == "evaluate"}
    assert list(evaluations) == [
        "factorial_data_split",
        "factorial_isoflop",
        "factorial_data_split_compute",
        "factorial_parent_states",
    ]
    for job in evaluations.values():
        assert job.inputs["histories"] == collected.histories("data_split")
    assert evaluations["factorial_parent_states"].inputs["datasets"] == collected.datasets(
        "data_split"
    )
