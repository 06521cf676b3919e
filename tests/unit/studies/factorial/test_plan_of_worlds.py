from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.plan import Settings, jobs
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job

PARAMS = Path(__file__).parents[4] / "params.yaml"
SCALES = ["smoke", "default", "papersize", "paper"]


@cache  # reading the configuration takes long
def settings(scale: str, world: str) -> Settings:
    asked = {"scale": scale, "set": f"factorial.world={world}"}
    study_settings = load(PARAMS, asked).settings["factorial"]
    assert isinstance(study_settings, Settings)
    return study_settings


@cache
def planned(world: str, scale: str = "smoke") -> list[Job]:
    return jobs(settings(scale, world), 0, scale)


@pytest.mark.parametrize("scale", SCALES)
def test_without_a_world_every_job_is_as_without_the_setting(scale: str) -> None:
    given = settings(scale, "none").model_dump()
    del given["world"]
    assert jobs(Settings.model_validate(given), 0, scale) == planned("none", scale)
    assert not [job for job in planned("none", scale) if "world" in job.params]


def touched(world: str) -> set[tuple[str, str]]:
    """Where the plan differs from that without a world: step and folder, and only by its name."""
    found = set()
    for job, base in zip(planned(world), planned("none"), strict=True):
        if job != base:
            assert job.params == {**base.params, "world": world}
            assert (job.inputs, job.outputs, job.module) == (base.inputs, base.outputs, base.module)
            found.add((job.step, job.wildcards["experiment"]))
    return found


def test_worlds_touch_data_and_training_alone() -> None:
    data_jobs = touched("no_factors")
    assert {step for step, _ in data_jobs} == {"generate"}
    assert {("generate", "single_pass"), ("generate", "entropy")} <= data_jobs
    assert ("generate", "graph") not in data_jobs
    planted = {("generate", "selecting_estimator")}
    assert touched("scramble") == touched("full_graph") == data_jobs - planted
    assert planted <= data_jobs
    embedding_jobs = touched("wrong_embedding")
    assert {step for step, _ in embedding_jobs} == {"train"}
    assert {experiment for _, experiment in embedding_jobs} >= {"transfer", "data_split"}
    assert "single_pass" not in {experiment for _, experiment in embedding_jobs}
    training_jobs = touched("untrained")
    assert {step for step, _ in training_jobs} == {"train"}
    assert training_jobs > embedding_jobs
    several = {("generate", "samples_to_loss"), ("generate", "layer_probe")}
    assert touched("one_parent") == several
    # the identity touches what any world touches
    assert touched("identity") == data_jobs | training_jobs


def test_shuffled_datasets_stay_what_others_are_compared_with() -> None:
    shuffled = [job for job in planned("scramble") if "shuffle" in job.params]
    assert shuffled and not [job for job in shuffled if "world" in job.params]


def test_every_world_is_a_setting() -> None:
    for world in get_args(World):
        assert settings("smoke", world).world == world
    with pytest.raises(Exception, match="world"):
        settings("smoke", "flat_earth")
