"""What the settings of this theme refuse, and how starts are paired over dimensions."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.scaling_law.plan import collect
from compsparse.studies.emergence.scaling_law.settings import ScalingLaw

FLOW: dict[str, Any] = {
    "order": 4,
    "initial_strength": 1e-6,
    "fraction": 0.02,
    "duration": 2.0,
    "times": 10,
}
DRAWS: dict[str, Any] = {
    "directions": 8,
    "neurons": 64,
    "dimension": 100,
    "basis": "teacher",
    "runs": 3,
}
POWER_LAW: dict[str, Any] = {
    "generate": DRAWS,
    "train": {**FLOW, "exponents": [0.75, 1.0]},
    "evaluate": {"first": 2, "points": 10},
}
SGD: dict[str, Any] = {
    "order": 4,
    "initial_strength": 1e-6,
    "step_size": 0.01,
    "samples": 4,
    "steps": 10,
    "logged_steps": 5,
    "precision": "single",
    "exponents": [1.0],
}
SGD_EXPONENTS: dict[str, Any] = {
    "generate": {**DRAWS, "basis": "space"},
    "train": SGD,
    "flow": FLOW,
    "evaluate": {"learned": [1, 6], "points": 10},
}
DIMENSION: dict[str, Any] = {
    "generate": {"directions": 8, "neurons": 64, "dimensions": [100, 1000], "runs": 3},
    "exponent": 1.0,
    "train": [FLOW, {**FLOW, "order": 3}],
    "evaluate": {"directions": 4, "smallest": 100},
}


def settings(**changes: dict[str, Any]) -> ScalingLaw:
    sections: dict[str, Any] = {
        "power_law": POWER_LAW,
        "power_law_large": {"generate": DRAWS, "train": POWER_LAW["train"]},
        "sgd_exponents": SGD_EXPONENTS,
        "dimension": DIMENSION,
        "loss_collapse": {**{k: v for k, v in DIMENSION.items() if k != "evaluate"}, "levels": [2]},
        "extensive_width": {
            "generate": {
                "growths": [0.5],
                "directions": [4, 8],
                "neurons_per_direction": 8,
                "runs": 2,
            },
            "exponent": 1.0,
            "train": FLOW,
        },
        "network_search": {
            "generate": DIMENSION["generate"],
            "train": {
                "order": 3,
                "exponent": 1.0,
                "initial_strength": 1e-6,
                "step_constant": 0.8,
                "samples": 8,
                "longest": 0.2,
                "logged_steps": 20,
                "precision": "single",
            },
            "groups": 2,
        },
    }
    return ScalingLaw.model_validate({**sections, **changes}, strict=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"power_law": {**POWER_LAW, "evaluate": {"first": 4, "points": 9}}}, "first below 4"),
        ({"sgd_exponents": {**SGD_EXPONENTS, "generate": DRAWS}}, "'space'"),
        (
            {"sgd_exponents": {**SGD_EXPONENTS, "evaluate": {"learned": [1, 8], "points": 9}}},
            "learned below 8, the directions",
        ),
        ({"sgd_exponents": {**SGD_EXPONENTS, "flow": {**FLOW, "order": 3}}}, "flow.order: 4"),
        ({"dimension": {**DIMENSION, "train": [FLOW, FLOW]}}, "one entry for each order"),
        (
            {"dimension": {**DIMENSION, "evaluate": {"directions": 9, "smallest": 1}}},
            "at most 8",
        ),
        (
            {"dimension": {**DIMENSION, "evaluate": {"directions": 4, "smallest": 500}}},
            "leaves two dimensions",
        ),
        (
            {
                "dimension": {
                    **DIMENSION,
                    "generate": {**DIMENSION["generate"], "dimensions": [1000, 100]},
                }
            },
            "in increasing order, not",
        ),
        (
            {
                "dimension": {
                    **DIMENSION,
                    "generate": {**DIMENSION["generate"], "dimensions": [8, 100]},
                }
            },
            "8 is too low",
        ),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(**change)


def test_a_run_has_the_same_gaussian_overlaps_in_every_dimension() -> None:
    collected = Collector(0, "default")
    collect(collected, settings())
    starts = [
        job
        for job in collected.jobs
        if job.step == "generate" and job.wildcards["experiment"] == "dimension"
    ]
    assert [job.params["dimension"] for job in starts] == [100, 1000]
    assert len({tuple(job.params["seed_names"]) for job in starts}) == 1


def test_sgd_and_its_control_begin_at_the_same_starts() -> None:
    collected = Collector(0, "default")
    collect(collected, settings())
    trainings = [
        job
        for job in collected.jobs
        if job.step == "train" and job.wildcards["experiment"] == "sgd_exponents"
    ]
    modules = {job.module.rsplit(".", 1)[1] for job in trainings}
    assert modules == {"train_online_sgd", "train_population_flow"}
    assert len({str(job.inputs["starts"]) for job in trainings}) == 1


def test_a_teacher_grows_as_a_power_of_the_dimension() -> None:
    collected = Collector(0, "default")
    collect(collected, settings())
    starts = [
        job
        for job in collected.jobs
        if job.step == "generate" and job.wildcards["experiment"] == "extensive_width"
    ]
    drawn = [(job.params["directions"], job.params["dimension"]) for job in starts]
    assert drawn == [(4, 16), (8, 64)]


def test_a_networks_step_falls_with_the_dimension() -> None:
    collected = Collector(0, "default")
    collect(collected, settings())
    steps = [
        (job.params["step_size"], job.params["steps"])
        for job in collected.jobs
        if job.step == "train" and job.wildcards["experiment"] == "network_search"
    ]
    assert steps == [(0.8 * 100**-1.5, 2500), (0.8 * 1000**-1.5, 250_000)]
