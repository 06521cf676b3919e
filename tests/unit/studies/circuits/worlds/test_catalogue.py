"""Which jobs a world touches."""

from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from compsparse.studies.circuits import plan
from compsparse.studies.circuits.worlds import catalogue
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job

PARAMS = Path(__file__).resolve().parents[5] / "params.yaml"
SCALES = ("smoke", "default", "paper")
OTHERS = [world for world in get_args(catalogue.World) if world != catalogue.NONE]


def jobs(scale: str, **changes: Any) -> list[Job]:
    """Return the study's jobs, with other values of its settings."""
    settings = load(PARAMS, {"scale": scale}).settings["circuits"]
    assert isinstance(settings, plan.Settings)
    return plan.jobs(settings.model_copy(update=changes), 0, scale)


@pytest.mark.parametrize("scale", SCALES)
def test_nothing_taken_away_leaves_every_job_as_it_is(scale: str) -> None:
    plain = jobs(scale, world=catalogue.NONE)
    assert not any("world" in job.params for job in plain)
    settings = load(PARAMS, {"scale": scale}).settings["circuits"]
    dumped = settings.model_dump(exclude={"world"})
    assert plan.jobs(plan.Settings.model_validate(dumped), 0, scale) == plain


@pytest.mark.parametrize("world", OTHERS)
def test_a_world_touches_its_steps_and_no_evaluation(world: catalogue.World) -> None:
    plain, there = jobs("smoke", world=catalogue.NONE), jobs("smoke", world=world)
    touched = [job for job in there if "world" in job.params]
    assert {job.module.rpartition(".")[2] for job in touched} == catalogue.TOUCHED[world]
    assert {job.step for job in touched} <= {"generate", "train"}
    for before, after in zip(plain, there, strict=True):
        own = {name: value for name, value in after.params.items() if name != "world"}
        assert replace(after, params=own) == before
        assert after.params.get("world", world) == world


def test_the_identity_touches_what_any_world_touches() -> None:
    assert catalogue.TOUCHED[catalogue.IDENTITY] == frozenset().union(*catalogue.TOUCHED.values())


def test_an_unknown_world_is_refused() -> None:
    with pytest.raises(ValueError, match="world is 'flat'; allowed: none, identity"):
        catalogue.world_of({"world": "flat"})
