"""Settings and jobs of learning circuits as next tokens."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.job_collector import JobCollector
from compsparse.studies.circuits.next_token import plan
from compsparse.studies.circuits.next_token.settings import NextToken

TRAIN = {"steps": 10, "rate": 0.3, "decay": 0.0}
SECTIONS: dict[str, Any] = {
    "samples_to_learn": {
        "generate": {
            "tasks": {"parity": [4, 8], "addition": [2], "multiplication": [2, 3]},
            "machines": {"names": ["parity"], "lengths": [4, 6]},
            "runs": 3,
            "held_out": 16,
        },
        "train": {
            **TRAIN,
            "grid": {"first": 16, "doublings": 2, "per_doubling": 2},
            "target": 0.99,
        },
    },
    "end_to_end": {
        "generate": {
            "tasks": {"parity": [8], "addition": [], "multiplication": []},
            "runs": 3,
            "held_out": 16,
        },
        "train": {
            "steps": 10,
            "decay": 0.0,
            "samples": 20,
            "selection": 10,
            "rates": [0.1],
            "units": 4,
        },
    },
    "failure_probability": {
        "generate": {"tasks": {"parity": 8, "addition": 4}, "runs": 8},
        "train": {**TRAIN, "grid": {"first": 8, "doublings": 1, "per_doubling": 1}},
        "evaluate": {"groups": 4, "odds": [8]},
    },
    "constituents": {
        "generate": {
            "reads": [1, 2],
            "bits": [4, 8],
            "tables": [1, 2],
            "parities": [4, 6],
            "samples": 32,
            "runs": 3,
        }
    },
}


def settings(*place: str, **changes: Any) -> NextToken:
    sections = copy.deepcopy(SECTIONS)
    part = sections
    for name in place:
        part = part[name]
    part |= changes
    return NextToken.model_validate(sections)


def test_every_task_is_trained_and_seen() -> None:
    collected = JobCollector("circuits", 0, "default")
    plan.collect(collected, settings())
    trained = {
        (job.wildcards["experiment"], job.wildcards["cell"]): job
        for job in collected.jobs
        if job.step == "train"
    }
    assert [cell for name, cell in trained if name == "samples_to_learn"] == [
        "parity_4",
        "parity_8",
        "addition_2",
        "multiplication_2",
        "multiplication_3",
        "machine_parity_4",
        "machine_parity_6",
    ]
    parity = trained["samples_to_learn", "parity_8"]
    assert parity.params["sample_counts"] == [16, 23, 32, 45, 64]
    assert not parity.params["keep_weights"]
    assert trained["samples_to_learn", "multiplication_2"].params["keep_weights"]
    assert trained["end_to_end", "parity_8"].params["carryless"]
    assert trained["failure_probability", "parity_8"].params["target"] is None
    read = {job.wildcards["result"]: job for job in collected.jobs if job.step == "evaluate"}
    assert len(read["circuits_samples_to_learn"].inputs["curves"]) == 7
    composed = read["circuits_composed_error"]
    assert len(composed.inputs["products"]) == len(composed.inputs["examples"]) == 2
    assert composed.params["product_bits"] == [2, 3]
    assert len(read["circuits_constituents"].inputs["programs"]) == 2
    drawn = {job.outputs["data"]: job for job in collected.jobs if job.step == "generate"}
    examples = drawn[str(parity.inputs["data"])]
    assert examples.params["training"] == 64  # the last number of the grid
    coverage = drawn[str(read["circuits_constituents"].inputs["coverage"])]
    assert coverage.params["cells"] == [[1, 4], [1, 8], [2, 4], [2, 8], [1, 1], [2, 2]]


@pytest.mark.parametrize(
    ("place", "changes", "message"),
    [
        (
            ("samples_to_learn", "generate", "tasks"),
            {"parity": [8, 4]},
            "parity\n.*increasing order",
        ),
        (
            ("samples_to_learn", "generate", "tasks"),
            {"multiplication": [3]},
            "at least two sizes of multiplication",
        ),
        (("constituents", "generate"), {"parities": [4]}, "at least 2 items"),
        (
            ("end_to_end", "generate", "tasks"),
            {"parity": []},
            "at least one size of one task",
        ),
        (
            ("samples_to_learn", "generate", "machines"),
            {"names": ["division"]},
            "'division' is none",
        ),
        (
            ("samples_to_learn", "train", "grid"),
            {"first": 2, "per_doubling": 4},
            "2 comes twice",
        ),
        (
            ("failure_probability", "generate", "tasks"),
            {"addition": 7},
            "less than or equal to 6",
        ),
        (("failure_probability", "generate"), {"runs": 9}, "runs in 4 groups of equal size"),
        (("constituents", "generate"), {"reads": [4]}, "functions of fewer bits"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    place: tuple[str, ...], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(*place, **changes)
