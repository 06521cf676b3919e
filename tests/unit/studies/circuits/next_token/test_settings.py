"""Settings and jobs of learning circuits as next tokens."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.circuits.next_token import plan
from compsparse.studies.circuits.next_token.settings import NextToken
from workflow_engine.job_collector import JobCollector

TRAIN = {"steps": 10, "rate": 0.3, "decay": 0.0}
SECTIONS: dict[str, Any] = {
    "samples_to_learn": {
        "generate": {
            "tasks": {
                "parity": [4, 8],
                "addition": [2],
                "multiplication": [2, 3],
                "multiplication_by_3_bits": [4],
            },
            "machines": {"names": ["parity"], "lengths": [4, 6]},
            "runs": 3,
            "held_out": 16,
        },
        "train": {
            **TRAIN,
            "grid": {"first": 16, "doublings": 2, "per_doubling": 2},
            "target": 0.99,
        },
        "counted_bits": [2, 3],
    },
    "end_to_end": {
        "generate": {
            "tasks": [
                {"task": "parity", "bits": 8, "samples": 20, "times": [1, 2]},
                {"task": "addition", "bits": 8, "samples": 30, "times": [1]},
            ],
            "runs": 3,
            "held_out": 16,
        },
        "train": {
            "steps": 10,
            "decay": 0.0,
            "selection": 10,
            "rates": [0.1],
            "network": {"widths": [4], "rates": [0.1], "batch": 5, "chosen_at": 1},
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
        "multiplication_by_3_bits_4",
        "machine_parity_4",
        "machine_parity_6",
    ]
    parity = trained["samples_to_learn", "parity_8"]
    assert parity.params["sample_counts"] == [16, 23, 32, 45, 64]
    assert not parity.params["keep_weights"]
    assert trained["samples_to_learn", "multiplication_2"].params["keep_weights"]
    control = trained["end_to_end", "parity_8"]
    assert control.params["carryless"]
    assert (control.params["samples"], control.params["times"]) == (20, [1, 2])
    assert not trained["end_to_end", "addition_8"].params["carryless"]
    assert trained["failure_probability", "parity_8"].params["target"] is None
    read = {job.wildcards["result"]: job for job in collected.jobs if job.step == "evaluate"}
    assert len(read["circuits_samples_to_learn"].inputs["curves"]) == 8
    composed = read["circuits_composed_error"]
    assert len(composed.inputs["products"]) == len(composed.inputs["examples"]) == 2
    assert composed.params["product_bits"] == [2, 3]
    assert len(read["circuits_constituents"].inputs["programs"]) == 2
    drawn = {job.outputs["data"]: job for job in collected.jobs if job.step == "generate"}
    examples = drawn[str(parity.inputs["data"])]
    assert examples.params["training"] == 64  # the last number of the grid
    # twice the budget: there are not sixteen inputs for each of 40 examples, so of 20 in more steps
    assert drawn[str(control.inputs["data"])].params["training"] == 10 + 20
    assert drawn[str(control.inputs["data"])].params["runs"] == 4  # one to choose by
    assert read["circuits_end_to_end"].params["tasks"][1]["bits"] == 8
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
            {"multiplication": []},
            "at least one size of multiplication",
        ),
        (("constituents", "generate"), {"parities": [4]}, "at least 2 items"),
        (("end_to_end", "generate"), {"tasks": []}, "at least 1 item"),
        (
            ("end_to_end", "train", "network"),
            {"widths": [8, 4]},
            "increasing order",
        ),
        (
            ("samples_to_learn", "generate", "machines"),
            {"names": ["division"]},
            "input_value='division'",
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
