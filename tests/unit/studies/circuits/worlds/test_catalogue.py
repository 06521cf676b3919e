"""Which jobs a world touches."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from compsparse.studies.circuits import plan
from compsparse.studies.circuits.emulation import generate_depth_family
from compsparse.studies.circuits.worlds import catalogue
from workflow_engine.configuration.load import load
from workflow_engine.provenance.arguments import ArgumentsError, arguments
from workflow_engine.provenance.job import Job

PARAMS = Path(__file__).resolve().parents[5] / "params.yaml"
SCALES = ("smoke", "default", "paper")
OTHERS = [world for world in get_args(catalogue.World) if world != catalogue.NONE]


@cache
def settings(scale: str) -> plan.Settings:
    found = load(PARAMS, {"scale": scale}).settings["circuits"]
    assert isinstance(found, plan.Settings)
    return found


@cache
def jobs(scale: str, world: catalogue.World) -> list[Job]:
    return plan.jobs(settings(scale).model_copy(update={"world": world}), 0, scale)


@pytest.mark.parametrize("scale", SCALES)
def test_nothing_taken_away_leaves_every_job_as_it_is(scale: str) -> None:
    plain = jobs(scale, catalogue.NONE)
    assert not any("world" in job.params for job in plain)
    dumped = settings(scale).model_dump(exclude={"world"})
    assert plan.jobs(plan.Settings.model_validate(dumped), 0, scale) == plain


@pytest.mark.parametrize("world", OTHERS)
def test_a_world_touches_its_steps_and_no_evaluation(world: catalogue.World) -> None:
    plain, there = jobs("smoke", catalogue.NONE), jobs("smoke", world)
    touched = [job for job in there if "world" in job.params]
    assert {job.module.rpartition(".")[2] for job in touched} == catalogue.TOUCHED[world]
    assert {job.step for job in touched} <= {"generate", "train"}
    for before, after in zip(plain, there, strict=True):
        others = {name: value for name, value in after.params.items() if name != "world"}
        assert replace(after, params=others) == before
        assert after.params.get("world", world) == world


def test_the_identity_touches_what_any_world_touches() -> None:
    assert catalogue.TOUCHED[catalogue.IDENTITY] == frozenset().union(*catalogue.TOUCHED.values())


def test_an_unknown_world_is_refused() -> None:
    params = {
        "family": "parity_chain",
        "bits": [2],
        "root_seed": 0,
        "seed_names": [],
        "world": "flat",
    }
    with pytest.raises(ArgumentsError, match="world is 'flat' in the plan; input should be 'none'"):
        arguments(generate_depth_family.run, params)
