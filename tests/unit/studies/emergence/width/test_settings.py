"""What the experiment on width allows."""

from typing import Any

import pytest

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.width.plan import Width, collect

GENERATE: dict[str, Any] = {
    "directions": 32,
    "neurons": 8,
    "dimension": 1000,
    "basis": "teacher",
    "runs": 3,
}
TRAIN: dict[str, Any] = {
    "order": 4,
    "initial_strength": 1e-6,
    "fraction": 0.03,
    "duration": 3.0,
    "times": 40,
    "exponents": [0.75, 1.0],
    "widths": [2, 4, 8],
}


def settings(generate: dict[str, Any], train: dict[str, Any]) -> Width:
    sections = {"generate": {**GENERATE, **generate}, "train": {**TRAIN, **train}}
    return Width.model_validate({"width": sections})


@pytest.mark.parametrize(
    ("generate", "train", "message"),
    [
        ({}, {"widths": [2, 8, 4]}, r"in increasing order, not \[2, 8, 4\]"),
        ({"neurons": 16}, {}, "16 and 8 differ"),
        ({"directions": 15}, {}, "at least 16 directions for 8 neurons"),
        ({"basis": "span"}, {}, "'teacher'"),
    ],
)
def test_sweeps_that_mean_something_else_are_refused(
    generate: dict[str, Any], train: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        settings(generate, train)


def test_one_dataset_serves_all_widths_and_results() -> None:
    collected = Collector(0, "smoke")
    collect(collected, settings({}, {}))
    steps = [job.step for job in collected.jobs]
    assert {step: steps.count(step) for step in set(steps)} == {
        "generate": 1,
        "train": 6,
        "evaluate": 5,
        "render": 5,
    }
    trained = [job for job in collected.jobs if job.step == "train"]
    assert len({tuple(job.input_paths) for job in trained}) == 1
    # the order in which evaluation reads them
    assert [(job.params["exponent"], job.params["neurons"]) for job in trained] == [
        (beta, m) for beta in (0.75, 1.0) for m in (2, 4, 8)
    ]
