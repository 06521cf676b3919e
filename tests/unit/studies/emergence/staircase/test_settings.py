from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.staircase import plan as plan
from compsparse.studies.emergence.staircase.plan import Staircase

SECTION: dict[str, Any] = {
    "staircase": {
        "generate": {
            "directions": 16,
            "neurons": 64,
            "dimension": 10_000,
            "basis": "teacher",
            "runs": 3,
        },
        "train": {
            "order": 4,
            "exponent": 1.0,
            "initial_strength": 1e-6,
            "fraction": 0.02,
            "duration": 3,
            "times": 100,
        },
        "evaluate": {"window": [3, 8]},
    },
    "jump_sharpness": {
        "generate": {"directions": 2, "neurons": 16, "dimensions": [1000, 100_000], "runs": 3},
        "train": {
            "orders": [2, 4],
            "exponent": 1.0,
            "initial_strength": 1e-6,
            "resolution": 0.1,
            "duration": 4,
        },
    },
}


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("staircase", "evaluate", "window"), [8, 3], r"in increasing order, not \[8, 3\]"),
        (("staircase", "evaluate", "window"), [3, 17], "at most the 16 directions"),
        (("staircase", "train", "order"), 2, "greater than or equal to 3"),
        (("jump_sharpness", "generate", "dimensions"), [1000], "at least 2 items"),
        (("jump_sharpness", "generate", "dimensions"), [1000, 1000], "in increasing order"),
        (("jump_sharpness", "generate", "dimensions"), [2, 1000], "2 is too low"),
        (("jump_sharpness", "train", "orders"), [5], "2, 3 or 4"),
    ],
)
def test_what_is_not_allowed(place: tuple[str, str, str], value: Any, message: str) -> None:
    section = deepcopy(SECTION)
    experiment, step, name = place
    section[experiment][step][name] = value
    with pytest.raises(ValidationError, match=message):
        Staircase.model_validate(section)


def test_all_dimensions_begin_at_the_same_gaussian_numbers() -> None:
    collector = Collector(7, "smoke")
    plan.collect(collector, Staircase.model_validate(SECTION))
    draws = [
        job.params
        for job in collector.jobs
        if job.step == "generate" and job.wildcards["experiment"] == "jump_sharpness"
    ]
    assert [params["dimension"] for params in draws] == [1000, 100_000]
    assert draws[0]["seed_names"] == draws[1]["seed_names"]
    results = {job.wildcards["result"] for job in collector.jobs if job.step == "evaluate"}
    assert results == {
        "emergence_staircase",
        "emergence_predictability",
        "emergence_jump_sharpness",
    }
