"""Each world touches the jobs that it speaks of, and no others."""

from functools import cache
from typing import get_args

import numpy as np
import pytest

from compsparse.studies.regime import worlds
from compsparse.studies.regime.plan import jobs
from tests.workflow.project import REPOSITORY
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job


@cache
def planned_in(world: str) -> list[Job]:
    """Return all jobs in a world, at smoke scale."""
    overrides = {"scale": "smoke", "set": f"regime.world={world}"}
    settings = load(REPOSITORY / "params.yaml", overrides).settings["regime"]
    return jobs(settings, 0, "smoke")  # type: ignore[arg-type]


def planned(world: str, experiment: str, step: str) -> list[Job]:
    """Return the jobs of an experiment in a world, at smoke scale."""
    found = planned_in(world)
    return [j for j in found if j.step == step and j.wildcards.get("experiment") == experiment]


@pytest.mark.parametrize("world", get_args(worlds.World))
def test_what_a_world_adds(world: worlds.World) -> None:
    named = {"world": world}
    assert worlds.step_params(world) == (named if world == "identity" else {})
    judging = worlds.step_params(world, "coin")
    assert judging == (named if world in ("identity", "coin") else {})
    assert bool(worlds.pruning_params(world, 2)) == (world == "unpruned")


@pytest.mark.parametrize(
    ("world", "experiment", "step"),
    [
        ("coin", "judge_calibration", "generate"),
        ("coin", "depth_sweep", "generate"),
        ("rewired", "wiring", "prune"),
        ("additive", "novel_combinations", "generate"),
    ],
)
def test_steps_that_a_world_changes_are_told(world: str, experiment: str, step: str) -> None:
    changed = {job.params.get("world") for job in planned(world, experiment, step)}
    assert changed == {world}
    assert {job.params.get("world") for job in planned("none", experiment, step)} == {None}


def test_one_optimizer_trains_all() -> None:
    def optimizers(world: str) -> set[str]:
        made = planned(world, "optimizers", "train")
        return {job.params["recipe"]["optimizer"] for job in made}

    assert optimizers("none") == {"adam", "muon"}
    assert optimizers("one_optimizer") == {"adam"}


def test_no_method_removes_anything_where_all_weights_stay() -> None:
    replaced = worlds.pruning_params("unpruned", 2)
    assert len(replaced["weights"]) == 2
    assert min(replaced["weights"]) > 10**8


def test_coins_know_nothing() -> None:
    scores = worlds.tossed(10_000, np.random.default_rng(0))
    assert abs(scores.mean() - 0.5) < 0.02
    assert scores.min() >= 0
    assert scores.max() <= 1


@pytest.mark.parametrize(
    ("world", "kinds"),
    [
        ("none", ["genome", "dense", "own", "rewired", "permuted"]),
        ("identity", ["genome", "dense", "own", "rewired", "permuted"]),
        ("unpruned", ["dense"] * 5),
        ("rewired", ["genome", "dense", "rewired", "rewired", "permuted"]),
    ],
)
def test_what_stands_for_the_kinds_whose_mechanisms_are_compared(
    world: str, kinds: list[str]
) -> None:
    made = planned(world, "mechanisms", "prune")
    assert [job.params["kind"] for job in made] == kinds
    # and they draw by the same seeds
    assert len({tuple(job.params["seed_names"]) for job in made}) == 1


def test_one_picture_is_all_that_networks_hold() -> None:
    def pictures(world: str) -> list[str]:
        made = planned(world, "several_images", "train")
        return sorted({path for job in made for path in job.input_paths})

    assert len(pictures("none")) > 1
    assert pictures("one_picture") == [p for p in pictures("none") if "face" in p]


def test_the_first_look_at_an_untrained_network_is_after_one_update() -> None:
    overrides = {"set": "regime.world=untrained regime.novel_combinations.train.stop=0.0005"}
    settings = load(REPOSITORY / "params.yaml", overrides).settings["regime"]
    found = jobs(settings, 0, "default")  # type: ignore[arg-type]
    stops = [j.params["stops"] for j in found if j.step == "train" and "-stopped.novel" in j.name]
    assert {first for first, _ in stops} == {1}


def test_networks_of_one_picture_learn_nothing_in_the_world_untrained() -> None:
    made = planned("untrained", "several_images", "train")
    steps = {job.wildcards["cell"]: job.params["recipe"]["steps"] for job in made}
    joint = steps.pop("joint")
    assert joint > 1
    assert set(steps.values()) == {1}


def test_what_composes_at_the_end_of_training_is_looked_at_on_the_way() -> None:
    made = planned("composing", "novel_combinations", "generate")
    composing = [job.wildcards["cell"] for job in made if job.params.get("world") == "composing"]
    assert composing
    assert all(cell.endswith("-stopped") for cell in composing)
