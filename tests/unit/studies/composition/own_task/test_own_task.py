"""Tasks that stand in params.yaml: what is refused, what is planned, what is trained and drawn."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.own_task import (
    evaluate_own_task,
    generate_given,
    render_own_task,
)
from compsparse.studies.composition.own_task.plan import GivenTask
from compsparse.studies.composition.parallel_tasks.plan import Automaton
from compsparse.studies.composition.plan import Settings, jobs
from tests.unit.studies.composition.conftest import written
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode
from workflow_engine.provenance.job import Job

ROOT = Path(__file__).resolve().parents[5]
TURNSTILE = {"name": "turnstile", "transitions": [[0, 0], [1, 1]], "start": 0, "length": 4}
SHIFTS = {"name": "shifts", "hidden": [[1, 2, 0], [2, 0, 1]]}


def section() -> dict[str, Any]:
    text = yaml.safe_load((ROOT / "params.yaml").read_text())["composition"]
    assert isinstance(text, dict)
    return text


def planned(chosen: dict[str, Any]) -> list[Job]:
    return jobs(Settings.model_validate(chosen), root_seed=0, scale="default")


def added(chosen: dict[str, Any]) -> list[Job]:
    before = planned(section())
    return [job for job in planned(chosen) if job not in before]


def test_an_automaton_is_written_down_trained_and_drawn_by_an_entry_alone() -> None:
    chosen = section()
    chosen["parallel_tasks"]["automata"].append(TURNSTILE)
    new = added(chosen)
    assert [(job.step, job.wildcards.get("cell")) for job in new] == [
        ("generate", "automaton-turnstile"),
        ("evaluate", None),
        ("train", "turnstile-mixture"),
        ("train", "turnstile-hard_only"),
        ("evaluate", None),
    ]
    outputs = {path for job in new for path in job.outputs.values()}
    read = {
        path
        for job in new
        if job.step == "evaluate"
        for paths in job.inputs.values()
        for path in paths
    }
    assert {path for path in outputs if "turnstile" in path} <= read
    assert 4 in new[0].params["sizes"]


def test_permutations_are_trained_and_drawn_by_an_entry_alone() -> None:
    chosen = section()
    chosen["own_permutations"]["tasks"].append(SHIFTS)
    assert [(job.step, job.wildcards.get("cell")) for job in added(chosen)] == [
        ("generate", "shifts"),
        ("train", "shifts"),
        ("evaluate", None),
    ]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"transitions": [[0, 1], [1]]}, r"an entry for each state; rows have \[2, 1\] entries"),
        ({"transitions": [[0, 1], [2, 0]]}, "states are 0 to 1; row 1 has 2"),
        ({"transitions": [[0, -1], [1, 0]]}, "states are 0 to 1; row 0 has -1"),
        ({"transitions": [[0], [0]]}, "at least two states"),
        ({"transitions": [[0, 1]]}, "at least 2 items"),
        ({"start": 2}, "start: states are 0 to 1, not 2"),
        ({"length": 6}, "power of two.*6"),
        ({"name": "my automaton"}, "should match pattern"),
    ],
)
def test_what_is_no_automaton_is_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Automaton.model_validate(TURNSTILE | changed)


@pytest.mark.parametrize(
    ("hidden", "message"),
    [
        ([[0, 1, 2], [0, 0, 2]], r"each of 0 to 2 once; row 2 is \[0, 0, 2\]"),
        ([[0, 1], [0, 1, 2]], "each of 0 to 1 once; row 2"),
        ([[0, 1]] * 3, "power of two.*3"),
        ([[0], [0]], "at least two symbols"),
        ([], "at least 1 item"),
    ],
)
def test_what_are_no_permutations_is_refused(hidden: list[list[int]], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        GivenTask.model_validate({"name": "mine", "hidden": hidden})


@pytest.mark.parametrize(
    ("experiment", "key"), [("parallel_tasks", "automata"), ("own_permutations", "tasks")]
)
def test_two_tasks_of_one_name_are_refused(experiment: str, key: str) -> None:
    chosen = section()
    chosen[experiment][key].append(chosen[experiment][key][0])
    with pytest.raises(ValidationError, match="a name of its own; more than one has"):
        Settings.model_validate(chosen)


def test_given_permutations_are_hidden_in_every_run_and_drawn_in_a_row(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden.npz"
    params = {"hidden": [[1, 2, 0], [2, 0, 1], [0, 1, 2], [0, 2, 1]], "runs": 3}
    hidden.write_bytes(encode(hidden, generate_given.run({}, **params)["data"]))
    path = written(tmp_path / "mixture.npz", hidden, data="mixture", rates=[0.1])
    made = evaluate_own_task.run({"trained": [path]}, root_seed=0, names=["mine"])
    history, metrics, table = read_history(path), made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    assert (history.hidden == [[1, 2, 0], [2, 0, 1], [0, 1, 2], [0, 2, 1]]).all()
    accuracy = metrics["composition_own_task"]["mixture_accuracy"]["value"]
    assert accuracy == pytest.approx(history.curves[:, -1, -1].mean())
    both = pd.concat([table, table.assign(task="other_one")], ignore_index=True)
    figure = drawn(render_own_task.run, both, tmp_path)
    require_legible(figure)
    assert len(figure.axes) == 2
    rows = table[(table["hops"] == 4) & (table["step"] > 0)]
    means = rows.groupby("step")["accuracy"].mean()
    for axes in figure.axes:
        assert any(
            np.size(line.get_ydata()) == len(means) and np.allclose(line.get_ydata(), means)
            for line in axes.lines
        )
