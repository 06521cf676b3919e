"""Experiments on the mechanism whose parts do not fit each other are refused."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.mechanism.plan import Mechanism, collect

DRAWS = {"directions": 8, "neurons": 32, "dimension": 64, "basis": "teacher", "runs": 2}
FLOW = {"order": 4, "initial_strength": 1e-6, "fraction": 0.02, "duration": 4.0, "times": 10}
ONLINE = {
    "order": 4,
    "initial_strength": 1e-6,
    "step_size": 0.01,
    "samples": 8,
    "steps": 10,
    "logged_steps": 5,
    "precision": "single",
}
PAIR: dict[str, Any] = {"generate": {**DRAWS, "basis": "space"}, "flow": FLOW, "online": ONLINE}


def pair(name: str = "order_4", **changes: Any) -> dict[str, Any]:
    return {name: PAIR | changes}


CHAIN: dict[str, Any] = {
    "order": 3,
    "dimension": 10,
    "amplitudes": [0.8, 0.4, 0.2],
    "step_constant": 0.1,
    "initial_strength": 1e-6,
    "longest": 0.4,
    "runs": 12,
}
POWER_LAW = {**FLOW, "exponent": 1.0}


def settings(
    widths: tuple[int, ...] = (8, 32),
    watched: int = 12,
    tasks: int = 8,
    groups: int = 3,
    pairs: dict[str, Any] = pair(),  # noqa: B008
) -> Mechanism:
    return Mechanism.model_validate(
        {
            "decoupling": {"generate": DRAWS, "train": POWER_LAW},
            "deflation": {
                "generate": DRAWS,
                "train": {**POWER_LAW, "widths": list(widths)},
                "watch": {"neurons": watched, "fraction": 0.05},
            },
            "all_tasks": {
                "train": CHAIN,
                "evaluate": {"directions": [tasks], "groups": groups},
            },
            "sgd_against_flow": {"exponent": 1.0, "pairs": pairs},
        },
        strict=True,
    )


def test_laws_and_methods_share_their_starts() -> None:
    collected = Collector(0, "default")
    collect(collected, settings())
    starts: dict[str, set[str]] = {}
    for job in collected.jobs:
        if "starts" in job.inputs:
            starts.setdefault(job.wildcards["experiment"], set()).add(str(job.inputs["starts"]))
    assert {experiment: len(paths) for experiment, paths in starts.items()} == {
        "decoupling": 1,
        "deflation": 1,
        "sgd_against_flow": 1,
    }
    made = {output for job in collected.jobs for output in job.outputs.values()}
    assert all(path in made for job in collected.jobs for path in job.input_paths)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"widths": (8, 64)}, "widths up to the 32 neurons of a start; 64 is more"),
        ({"watched": 64}, "64 is more"),
        ({"widths": (8, 8)}, "distinct entries"),
        ({"tasks": 9}, "up to the 8 directions of the experiment deflation; 9 is more"),
        ({"groups": 5}, "groups that divide the 12 runs; 5 do not"),
        ({"pairs": pair("order_3")}, "the name order_4 of this pair; 'order_3' is another"),
        ({"pairs": pair(generate=DRAWS)}, "'space'"),
        ({"pairs": pair(online={**ONLINE, "order": 3})}, "one order of flow and SGD"),
        (
            {"pairs": pair(online={**ONLINE, "initial_strength": 1e-5})},
            "one initial_strength of flow and SGD",
        ),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(**changes)
