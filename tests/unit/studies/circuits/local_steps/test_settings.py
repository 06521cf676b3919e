"""What the experiments on single steps allow, and the jobs that they become."""

import copy
from typing import Any

import pytest

from compsparse.studies.circuits.local_steps.plan import LocalSteps, collect
from workflow_engine.job_collector import JobCollector

SECTIONS: dict[str, Any] = {
    "local_transitions": {
        "generate": {"rows": 8, "columns": 8, "training_grids": 4, "test_grids": 2, "runs": 3},
        "train": {
            "reversible": ["billiard", "gas"],
            "control": "annihilating",
            "sizes": [64, 256],
        },
        "evaluate": {"share": 0.9, "steps": 4},
    },
    "global_transitions": {
        "train": {
            "rule": "billiard",
            "share": 0.99,
            "whole_sides": [[2, 2], [2, 4]],
            "block_sides": [[2, 2], [4, 4]],
            "runs": 3,
        }
    },
    "automata_trees": {
        "generate": {
            "kinds": ["maps", "permutations"],
            "sizes": [{"states": 2, "symbols": 2}, {"states": 5, "symbols": 3}],
            "least_visits": 0.05,
            "largest_chance": 0.6,
            "training_strings": 64,
            "training_length": 20,
            "test_strings": 16,
            "test_length": 40,
            "runs": 3,
        },
        "train": {"sizes": [1, 64]},
    },
    "story_trees": {
        "train": {
            "sizes": [16, 64],
            "window": 16,
            "least_gain": 8.0,
            "smoothing": 0.01,
            "runs": 2,
        }
    },
}


def changed(path: str, value: Any) -> dict[str, Any]:
    sections = copy.deepcopy(SECTIONS)
    *folders, name = path.split(".")
    inner = sections
    for folder in folders:
        inner = inner[folder]
    inner[name] = value
    return sections


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("local_transitions.generate.rows", 2, "greater than or equal to 4"),
        ("local_transitions.generate.columns", 7, "multiple of 2"),
        ("local_transitions.train.sizes", [64, 255], "256 sites of the training grids"),
        ("local_transitions.train.sizes", [256, 64], "increasing order"),
        ("local_transitions.train.reversible", ["billiard"], "'gas' among the reversible"),
        ("local_transitions.train.reversible", ["gas", "gas"], "distinct entries"),
        ("global_transitions.train.whole_sides", [[2, 2], [2, 3]], "multiple of 2"),
        ("global_transitions.train.whole_sides", [[2, 4], [4, 2]], "different numbers of cells"),
        ("global_transitions.train.whole_sides", [[2, 2], [4, 6]], "at most 20 cells"),
        ("global_transitions.train.share", 0.9, "greater than 0.9375"),
        ("automata_trees.generate.test_length", 10, "10 is below 20"),
        ("automata_trees.generate.kinds", ["maps", "maps"], "distinct entries"),
        (
            "automata_trees.generate.sizes",
            [{"states": 2, "symbols": 6}, {"states": 3, "symbols": 4}],
            "different numbers of pairs",
        ),
        ("automata_trees.train.sizes", [1, 65], "65 are more"),
        ("story_trees.train.window", 31, "less than or equal to 30"),
    ],
)
def test_what_cannot_be_used_is_said(path: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LocalSteps.model_validate(changed(path, value))


def test_jobs_of_the_theme() -> None:
    collected = JobCollector("circuits", 3, "default")
    collect(collected, LocalSteps.model_validate(SECTIONS))
    by_step: dict[str, list[str]] = {}
    for job in collected.jobs:
        by_step.setdefault(job.step, []).append(job.wildcards.get("cell", ""))
    assert by_step["train"] == ["billiard", "gas", "annihilating", "billiard", "trees", "template"]
    assert by_step["generate"][1:] == [
        "maps-states_2-symbols_2",
        "maps-states_5-symbols_3",
        "permutations-states_2-symbols_2",
        "permutations-states_5-symbols_3",
    ]
    assert len(by_step["evaluate"]) == len(by_step["render"]) == 4
    trees = next(job for job in collected.jobs if job.wildcards.get("cell") == "trees")
    assert trees.params["names"] == by_step["generate"][1:]
    assert trees.inputs["tasks"] == collected.made("generate", "data", "automata_trees")
