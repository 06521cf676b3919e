"""Settings and jobs of sparse functions."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.circuits.sparse_functions import plan
from compsparse.studies.circuits.sparse_functions.plan import SparseFunctions
from workflow_engine.job_collector import JobCollector

SECTIONS: dict[str, Any] = {
    "small_circuits": {
        "generate": {
            "inputs": [4, 8, 16],
            "arities": [2, 3],
            "generic_inputs": [4, 8],
            "checked": 10,
            "runs": 3,
        },
        "evaluate": {"fit_from": 8, "generic_fit_from": 4},
    },
    "decompositions": {"evaluate": {"inputs": 8, "merged": [1, 2], "most_variables": 5}},
    "sparse_share": {
        "evaluate": {
            "formula_inputs": [2, 3],
            "circuits": [{"inputs": 2, "gates": 1}, {"inputs": 3, "gates": 4}],
            "counted": [5, 6],
        }
    },
}


def settings(part: str = "", **changes: Any) -> SparseFunctions:
    sections = copy.deepcopy(SECTIONS)
    if part:
        for values in sections[part].values():
            values |= {name: changes[name] for name in values.keys() & changes.keys()}
    return SparseFunctions.model_validate(sections)


def test_three_results_with_a_figure_each() -> None:
    collected = JobCollector("circuits", 0, "default")
    plan.collect(collected, settings())
    generate, *others = collected.jobs
    assert generate.step == "generate"
    assert [(job.step, job.wildcards["result"]) for job in others] == [
        (step, f"circuits_{result}") for result in SECTIONS for step in ("evaluate", "render")
    ]
    assert others[4].params == {"root_seed": 0, **SECTIONS["sparse_share"]["evaluate"]}


@pytest.mark.parametrize(
    ("part", "changes", "message"),
    [
        ("small_circuits", {"inputs": [8, 4]}, r"increasing order, not \[8, 4\]"),
        ("small_circuits", {"fit_from": 16}, "at least two of inputs"),
        ("small_circuits", {"generic_fit_from": 8}, "at least two of generic_inputs"),
        ("small_circuits", {"generic_inputs": [5, 6]}, "both in inputs and in generic_inputs"),
        ("small_circuits", {"generic_inputs": [3, 4]}, "greater than or equal to 4"),
        ("decompositions", {"inputs": 9}, "multiple of 2"),
        ("sparse_share", {"formula_inputs": [5]}, "less than or equal to 4"),
        (
            "sparse_share",
            {"circuits": [{"inputs": 3, "gates": 1}] * 2},
            r"different and increase, not \[3, 3\]",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(part: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(part, **changes)
