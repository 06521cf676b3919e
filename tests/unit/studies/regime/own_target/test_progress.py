"""What is said about the time that is left."""

import pytest

from compsparse.studies.regime.own_target.progress import Progress, expected_seconds
from workflow_engine.provenance.job import Job


def job(step: str, **params: object) -> Job:
    common = {"depth": 4, "units": {"identity": 22}}
    return Job("regime", step, "module", {"cell": "cell"}, common | params, {"model": "m.npz"})


def test_the_time_left_follows_this_machine() -> None:
    now, said = [0.0], list[str]()
    progress = Progress(said.append, lambda: now[0])
    progress.begin("first", 60.0)
    now[0] = 35.0
    progress.finish(15.0)
    progress.begin("second", 45.0)  # 35 seconds for 15: twice as slow as expected
    assert said == ["first; about 1 min 00 s left", "second; about 1 min 30 s left"]


def test_costs_grow_with_what_is_done() -> None:
    recipe = {"steps": 100}
    once = expected_seconds(job("train", recipe=recipe), 1)
    assert expected_seconds(job("train", recipe=recipe), 3) == pytest.approx(3 * once)
    pruned = job("prune", recipe=recipe, weights=[50, 20])
    assert expected_seconds(pruned, 1) == pytest.approx(2 * once)
    judged = expected_seconds(job("generate", weights=10), 2)
    assert expected_seconds(job("generate", weights=20), 2) == pytest.approx(2 * judged)
