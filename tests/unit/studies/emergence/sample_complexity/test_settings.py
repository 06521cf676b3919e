"""Settings and jobs of samples with an adaptive step."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.sample_complexity import plan
from compsparse.studies.emergence.sample_complexity.plan import SampleComplexity

SECTIONS: dict[str, Any] = {
    "adaptive_rate": {
        "generate": {
            "directions": 4,
            "neurons": 8,
            "dimension": 9,
            "basis": "space",
            "runs": 3,
        },
        "train": {
            "order": 3,
            "exponents": [1, 0.75],
            "initial_strength": 1e-3,
            "ranks": [1, 2, 4],
            "step_constant": 0.5,
            "samples": 4,
            "duration": 0.1,
            "logged_steps": 10,
            "precision": "single",
        },
    },
    "constant_step": {"train": {"excess": [2, 4]}},
    "sequence_model": {"evaluate": {"exponents": [1], "samples": [100, 1000]}},
}


def settings(part: str = "", step: str = "", **changes: Any) -> SampleComplexity:
    sections = copy.deepcopy(SECTIONS)
    if part:
        sections[part][step] |= changes
    return SampleComplexity.model_validate(sections)


def test_large_steps_join_the_suited_ones_from_the_same_starts() -> None:
    collected = Collector(0, "default")
    plan.collect(collected, settings())
    trained = [job for job in collected.jobs if job.step == "train"]
    assert len(trained) == 2 * (3 + 2)
    assert len({str(job.inputs["starts"]) for job in trained}) == 1
    read = {
        job.wildcards["result"]: len(job.inputs.get("histories", []))
        for job in collected.jobs
        if job.step == "evaluate"
    }
    assert read == {
        "emergence_adaptive_rate": 6,
        "emergence_constant_step": 10,
        "emergence_sequence_model": 0,
    }


@pytest.mark.parametrize(
    ("part", "step", "change", "message"),
    [
        ("adaptive_rate", "generate", {"basis": "span", "dimension": 12}, "'space'"),
        ("adaptive_rate", "generate", {"directions": 3}, "ranks up to the 3 directions"),
        ("adaptive_rate", "train", {"ranks": [2, 1]}, "in increasing order, not"),
        ("constant_step", "train", {"excess": [1]}, "greater than 1"),
        ("sequence_model", "evaluate", {"exponents": [0.5]}, "greater than 0.5"),
    ],
)
def test_what_cannot_be_run_is_refused(
    part: str, step: str, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(part, step, **change)
