"""What the settings of one direction refuse."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.single_direction.plan import (
    Curves,
    Equator,
    Expansion,
    SearchPhase,
    SingleDirection,
    Sweep,
    collect,
)

SWEEP: dict[str, Any] = {
    "order": 3,
    "start": "fixed",
    "dimensions": [8, 16],
    "step_constants": [0.1, 0.2],
    "longest": [0.3, 0.3],
}
SWEEPS: dict[str, Any] = {"sweeps": [SWEEP], "initial_strength": 0.001, "runs": 8}
ONE: dict[str, Any] = SWEEPS | {"sweeps": [SWEEP | {"step_constants": [0.1], "longest": [0.3]}]}
CURVE: dict[str, Any] = {"order": 3, "dimension": 8, "step_constant": 0.1, "duration": 0.5}
CURVES: dict[str, Any] = {
    "curves": [CURVE, CURVE | {"order": 4}],
    "start": "random",
    "initial_strength": 0.01,
    "logged_steps": 20,
    "runs": 4,
}
EXPANSION: dict[str, Any] = {
    "orders": [2],
    "overlaps": [0.5],
    "highest_degree": 6,
    "dimensions": [10, 100],
    "runs": 4,
}


@pytest.mark.parametrize(
    ("model", "values", "message"),
    [
        (Sweep, SWEEP | {"longest": [0.3]}, "each with its own longest"),
        (Sweep, SWEEP | {"step_constants": [0.1, 0.1]}, "distinct entries"),
        (Sweep, SWEEP | {"order": 5}, "less than or equal to 4"),
        (SearchPhase, {"train": SWEEPS, "evaluate": {"groups": 3}}, "groups that divide the 8"),
        (
            SearchPhase,
            {"train": SWEEPS | {"sweeps": [SWEEP] * 2}, "evaluate": {"groups": 2}},
            "one",
        ),
        (Equator, {"train": SWEEPS}, "one step constant for each order"),
        (Curves, CURVES | {"curves": [CURVE] * 2}, "one entry for each order"),
        (Expansion, EXPANSION | {"dimensions": [100, 10]}, "in increasing order, not"),
    ],
)
def test_unusable_settings_are_refused(model: Any, values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        model.model_validate(values)


def test_every_order_is_a_job_and_every_result_has_its_histories() -> None:
    settings = SingleDirection.model_validate(
        {
            "search_phase": {"train": SWEEPS, "evaluate": {"groups": 4}},
            "equator": {"train": ONE},
            "learning_curve": {"train": CURVES},
            "gradient_expansion": {"evaluate": EXPANSION},
        }
    )
    collected = Collector(0, "smoke")
    collect(collected, settings)
    steps = [(job.step, job.wildcards.get("experiment")) for job in collected.jobs]
    assert steps.count(("train", "learning_curve")) == 2
    inputs = {
        job.wildcards["result"]: job.inputs for job in collected.jobs if job.step == "evaluate"
    }
    assert len(inputs) == 4
    assert inputs["emergence_learning_curve"]["histories"] == collected.histories("learning_curve")
