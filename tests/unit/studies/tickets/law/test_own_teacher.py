"""Teachers of one's own: the steps that the plan asks for, up to the table of kept weights."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.law import plan as law
from compsparse.studies.tickets.shared_settings import StudentSettings
from tests.unit.studies.tickets.planted import (
    DATA,
    ROUNDS,
    TRAINING,
    arrays,
    ran,
    rounds_file,
    stored,
)
from workflow_engine.provenance.job import Job
from workflow_engine.steps import Inputs, Outputs

GRAPH = [[0, 1], [4, 5, 6]]
TABLE: dict[str, Any] = {"kind": "table", "table": "0110", "reads": [2, 7]}
DRAWN = [(2, 4), (4, 2), (2, 2), (4, 4)]
SECTION: dict[str, Any] = {
    "generate": {
        "teachers": [{"arity": k, "constituents": m} for k, m in DRAWN],
        "harder": [],
        "harder_at": {"arity": 4, "constituents": 4},
        "own": {"mine": {"kind": "relu", "graph": GRAPH}, "xor": TABLE},
    },
    "evaluate": {"least_arity": 2, "largest_arity": 4, "edges": 8, "constituents": 4},
}
STUDENTS: dict[str, Any] = {
    "data": {name: value for name, value in DATA.items() if name != "spread"},
    "training": {**TRAINING, "steps": 200},
    "pruning": {"rounds": {**ROUNDS, "smallest": 0.2}, "loss": 0.05},
}


def planned(**drawn: Any) -> dict[str, Job]:
    """Return the theme's jobs by their first output."""
    section = {**SECTION, "generate": {**SECTION["generate"], **drawn}}
    plan = Collector(987, "smoke", StudentSettings.model_validate(STUDENTS))
    made = plan.collect((law,), law.LawTheme.model_validate({"law": section}))
    return {next(iter(job.outputs.values())): job for job in made}


def executed_job(job: Job, inputs: Inputs) -> Outputs:
    return ran(importlib.import_module(job.module), inputs, job.params)


class Executed:
    """Own teachers' files, made by the steps; tickets of drawn teachers are planted."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._jobs = folder, planned()
        for path, job in self._jobs.items():
            if job.step not in ("generate", "train", "prune"):
                continue
            if job.wildcards["cell"].startswith("own-"):
                read: Inputs = {
                    name: self.place_of(str(source)) for name, source in job.inputs.items()
                }
                stored(self.place_of(path), arrays(executed_job(job, read)))
            elif job.step == "prune":
                cell = job.wildcards["cell"]
                arity, constituents = next(
                    numbers
                    for numbers in DRAWN
                    if "arity_{}-constituents_{}-".format(*numbers) in cell
                )
                rounds_file(self.place_of(path), [arity * constituents] * 3)

    def place_of(self, path: str) -> Path:
        """Return where a file of the plan lies."""
        return self._folder / path.replace("/", "-")

    def evaluated(self, jobs: dict[str, Job] | None = None) -> tuple[pd.DataFrame, dict[str, Any]]:
        """Return table and metrics of the kept weights."""
        job = (jobs or self._jobs)["tickets/tables/tickets_kept_weights.csv"]
        rounds = job.inputs["rounds"]
        outputs = executed_job(job, {"rounds": [self.place_of(path) for path in rounds]})
        table, metrics = outputs["table"], outputs["metrics"]
        assert isinstance(table, pd.DataFrame)
        assert isinstance(metrics, dict)
        (of_result,) = metrics.values()
        return table, of_result

    def load(self, path: str) -> dict[str, np.ndarray]:
        with np.load(self.place_of(path)) as file:
            return dict(file)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Executed:
    return Executed(tmp_path_factory.mktemp("own"))


def test_examples_are_of_the_graph_that_is_given(executed: Executed) -> None:
    drawn = executed.load("tickets/data/law/own-mine.npz")
    wanted = np.zeros((2, 8), np.bool_)
    for row, reads in zip(wanted, GRAPH, strict=True):
        row[reads] = True
    assert (drawn["edges"] == wanted).all()
    # weights of their own
    assert len({float(targets[0]) for targets in drawn["learned_targets"]}) == 3


def test_examples_are_of_the_table_that_is_given(executed: Executed) -> None:
    drawn = executed.load("tickets/data/law/own-xor.npz")
    one, other = (drawn["learned_inputs"][..., variable] > 0 for variable in TABLE["reads"])
    assert (drawn["edges"] == np.isin(np.arange(8), TABLE["reads"])).all()
    assert np.array_equal(drawn["learned_targets"] > 0, one ^ other)


def test_students_learn_them_and_tickets_read_what_they_read(executed: Executed) -> None:
    for name, reads in (("mine", [*GRAPH[0], *GRAPH[1]]), ("xor", TABLE["reads"])):
        rounds = executed.load(f"tickets/models/law/own-{name}-rounds.npz")
        assert (rounds["judged"][:, 0] > 0.9).all()
        assert rounds["found"].all()
        ticket = rounds["ticket"]
        assert ticket[..., reads].any(axis=1).all()
        assert ticket[..., reads].mean() > 1.2 * ticket.mean()  # weights anywhere: equal


def test_they_stand_in_the_table_as_own(executed: Executed) -> None:
    table, _ = executed.evaluated()
    own_rows = table[table["kind"] == "own"]
    columns = ["name", "arity", "constituents", "edges", "run"]
    assert own_rows[columns].to_numpy().tolist() == [
        *(["mine", 2.5, 2, 5, run] for run in range(3)),
        *(["xor", 2.0, 1, 2, run] for run in range(3)),
    ]
    for name, rows in own_rows.groupby("name"):
        counts = executed.load(f"tickets/models/law/own-{name}-rounds.npz")
        tickets = counts["ticket"].sum(axis=(1, 2))
        assert rows["prunable"].all()
        # between the last round that was as good and the next one
        assert (rows["kept"] <= tickets).all()
        assert (rows["kept"] >= 0.7 * tickets).all()
        assert (rows["units"] == counts["ticket"].any(axis=2).sum(axis=1)).all()
        assert rows["dense_score"].tolist() == counts["judged"][:, 0].tolist()


def test_the_law_is_fitted_without_them(executed: Executed) -> None:
    table, metrics = executed.evaluated()
    without, same = executed.evaluated(planned(own={}))
    assert metrics == same
    assert table[table["kind"] != "own"].reset_index(drop=True).equals(without.astype(table.dtypes))
