"""What the experiments on finite precision allow, and the jobs they make."""

from typing import Any, get_args

import pytest

from compsparse.studies.circuits.finite_precision import plan as plan
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.finite_precision.plan import (
    FinitePrecision,
    FunctionName,
    SystemName,
)
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from workflow_engine.job_collector import JobCollector

FUNCTION_SECTION: dict[str, Any] = {
    "generate": {"functions": ["product", "square_root"], "places": [2, 4, 32]},
    "errors": {
        "exhaustive_bits": 10,
        "draws": 10,
        "wide_draws": 10,
        "network_inputs": 5,
        "control_places": 4,
    },
}
SYSTEM_SECTION: dict[str, Any] = {
    "generate": {"systems": ["oscillator", "henon"], "fractions": [8, 9, 10]},
    "trajectories": {
        "steps": [1, 2, 4],
        "composed_fraction": 8,
        "checked_starts": 10,
        "growth_fraction": 24,
        "regular_horizon": 8,
        "chaotic_horizon": 8,
        "first_step": 2,
        "accuracy": 4,
        "starts": 10,
        "runs": 2,
    },
}


def settings(functions: dict[str, Any], system: dict[str, Any]) -> FinitePrecision:
    def merged(section: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
        return {part: {**section[part], **change.get(part, {})} for part in section}

    return FinitePrecision.model_validate(
        {
            "real_functions": merged(FUNCTION_SECTION, functions),
            "physical_system": merged(SYSTEM_SECTION, system),
        }
    )


def test_names_are_those_of_the_catalogues() -> None:
    assert set(get_args(FunctionName)) == set(FUNCTIONS)
    assert set(get_args(SystemName)) == set(SYSTEMS)


@pytest.mark.parametrize(
    ("functions", "system", "message"),
    [
        ({"generate": {"places": [2, 4, 3]}}, {}, r"increasing order, not \[2, 4, 3\]"),
        ({"errors": {"control_places": 3}}, {}, "3 is not"),
        ({"generate": {"places": [4, 5, 6]}}, {}, "4 is not"),
        ({"generate": {"functions": ["product"]}}, {}, "'square_root'"),
        ({}, {"generate": {"fractions": [8, 8, 9]}}, "different values in increasing order"),
        ({}, {"trajectories": {"steps": [2, 3, 4]}}, "begin with 1"),
        ({}, {"trajectories": {"composed_fraction": 7}}, "7 is not"),
        ({}, {"trajectories": {"first_step": 7}}, "at least 9 steps"),
        ({}, {"trajectories": {"steps": [1, 4, 9]}}, "at least 9 steps"),
        ({}, {"trajectories": {"chaotic_horizon": 3}}, "one is 3"),
    ],
)
def test_settings_that_mean_nothing_are_refused(
    functions: dict[str, Any], system: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        settings(functions, system)


def test_a_cell_for_each_function_and_system() -> None:
    collected = JobCollector("circuits", 0, "smoke")
    plan.collect(collected, settings({}, {}))
    steps = [job.step for job in collected.jobs]
    assert {step: steps.count(step) for step in set(steps)} == {
        "generate": 6,
        "evaluate": 3,
        "render": 3,
    }
    by_result = {
        job.wildcards["result"]: job.params for job in collected.jobs if job.step == "evaluate"
    }
    assert by_result["circuits_real_functions"]["places"] == [2, 4, 32]
    assert by_result["circuits_sup_error"]["places"] == [2, 4, 32]
