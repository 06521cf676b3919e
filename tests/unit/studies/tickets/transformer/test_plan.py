"""Jobs: what stands side by side, what worlds touch, what settings are refused."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.tickets.collector import STUDY, Collector
from compsparse.studies.tickets.transformer import plan as theme
from compsparse.studies.tickets.worlds import World
from workflow_engine.job_collector import JobCollector
from workflow_engine.provenance.job import Job

SETTINGS: dict[str, Any] = {
    "generate": {
        "tasks": [
            {"kind": "random", "arity": 2, "outputs": 4},
            {"kind": "random", "arity": 3, "outputs": 4},
            {"kind": "random", "arity": 3, "outputs": 2},
            {"kind": "majority", "arity": 5, "outputs": 4},
        ],
        "learned": 64,
        "validation": 40,
        "test": 40,
        "runs": 3,
    },
    "train": {
        "width": 8,
        "heads": 2,
        "hidden": 16,
        "rate": 0.003,
        "steps": 6,
        "batch": 16,
        "wider": 2,
        "restarts": 1,
        "l1": 0.0001,
        "rates_without_mlp": [0.001, 0.003, 0.01],
    },
    "prune": {"step": 0.15, "rounds": 4},
    "evaluate": {"tolerance": 0.01, "at_arity": 3, "at_outputs": 4},
}


class Plan(Collector):
    """A collector that stands in this theme, and knows of no students."""

    def __init__(self, world: World) -> None:
        JobCollector.__init__(self, STUDY, 0, "smoke")
        self._world, self._theme = world, "transformer"


def jobs(world: World = "none") -> dict[str, Job]:
    plan = Plan(world)
    theme.collect(plan, theme.TransformerTheme.model_validate({"transformer": SETTINGS}))
    return {next(iter(job.outputs.values())): job for job in plan.jobs}


def by_cell(cell: str) -> Job:
    return next(job for job in jobs().values() if job.wildcards.get("cell") == cell)


def test_tasks_with_equally_many_outputs_are_one_stack() -> None:
    few, many = (by_cell(f"outputs_{outputs}").params for outputs in (2, 4))
    assert few["tasks"] == [{"kind": "random", "arity": 3}]
    assert [task["arity"] for task in many["tasks"]] == [2, 3]
    assert by_cell("majority-outputs_4").params["tasks"] == [{"kind": "majority", "arity": 5}]
    assert (few["outputs"], many["outputs"]) == (2, 4)
    assert few["seed_names"] == many["seed_names"]


def test_a_network_without_an_mlp_has_more_rates_and_no_other_difference() -> None:
    dense, without = by_cell("dense-outputs_4"), by_cell("without-outputs_4")
    more = {"hidden": 0, "rates": [0.001, 0.003, 0.01]}
    assert dense.params["hidden"] == 16
    assert dense.params["rates"] == [0.003]
    assert without.params == {**dense.params, **more}
    assert without.inputs == dense.inputs


def test_restarts_are_trainings_at_one_rate() -> None:
    training = theme.TransformerTraining.model_validate({**SETTINGS["train"], "restarts": 2})
    assert training.as_params(16)["rates"] == [0.003, 0.003]
    assert training.as_params(0)["rates"] == [0.001, 0.003, 0.01]


def test_rounds_are_as_long_as_the_dense_training() -> None:
    dense, rounds = by_cell("dense-outputs_2"), by_cell("rounds-outputs_2")
    for name in ("steps", "batch", "l1", "heads"):
        assert rounds.params[name] == dense.params[name]
    assert dense.params["rates"] == [rounds.params["rate"]]
    assert rounds.inputs["model"] == dense.outputs["model"]


def test_worlds_touch_what_is_drawn_alone() -> None:
    plain = jobs()
    for world in ("identity", "shuffled_labels", "dense_teacher", "one_constituent"):
        made = jobs(world)
        touched = {path for path, job in made.items() if job.params != plain[path].params}
        assert touched == {path for path, job in plain.items() if job.step == "generate"}
        assert all(made[path].params["world"] == world for path in touched)
    assert all(job.params == plain[path].params for path, job in jobs("rotated").items())
    alike = {path for path, job in jobs("one_kind").items() if job.params != plain[path].params}
    assert alike == set(by_cell("majority-outputs_4").outputs.values())


def test_a_control_of_width_differs_in_width_alone() -> None:
    dense, wider = by_cell("dense-outputs_4"), by_cell("wider-outputs_4")
    assert wider.params == {**dense.params, "hidden": 32}
    drawn, alike = by_cell("outputs_4").params, by_cell("outputs_4-wider").params
    assert alike == {**drawn, "tasks": [{"kind": "random", "arity": 3}]}
    usual, rounds = by_cell("rounds-outputs_4"), by_cell("wider_rounds-outputs_4")
    assert rounds.params == usual.params
    assert rounds.inputs["model"] == wider.outputs["model"]


def test_results_read_tables_first_and_majorities_are_not_pruned() -> None:
    for job in jobs().values():
        if job.step == "evaluate":
            groups = [(group["outputs"], len(group["tasks"])) for group in job.params["groups"]]
            assert groups == [(4, 2), (2, 1), (4, 1)]
            ends = [path.rsplit("-", 1)[1] for path in job.inputs["dense"]]
            assert ends == ["outputs_4.npz", "outputs_2.npz", "outputs_4.npz"]
            assert len(job.inputs["rounds"]) == 2


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("generate.tasks.0.arity", 17, "less than or equal to 16"),
        ("generate.tasks.0.outputs", 3, "random tables of two arities at 4 outputs"),
        ("generate.tasks.2.outputs", 4, "distinct entries"),
        ("generate.tasks.2.arity", 4, "arity 3 at two numbers of outputs"),
        ("generate.tasks.3.arity", 4, "majority of an odd number of bits, not of 4"),
        ("generate.tasks.3.kind", "random", "a majority at least"),
        ("train.width", 9, "a multiple of heads, 2, not 9"),
        (
            "train.rate",
            0.01,
            "smaller and larger ones than 0.01, rate, not \\[0.001, 0.003, 0.01\\]",
        ),
        ("train.restarts", 4, "at least 4, restarts, since each is one training, not 3"),
        ("train.rates_without_mlp", [0.001, 0.01], "at least 3 items"),
        ("train.rates_without_mlp", [0.01, 0.003, 0.001], "increasing"),
        ("train.batch", 65, "at most 64, generate.learned, not 65"),
        ("prune.step", 0.4, "less than or equal to 0.35"),
        ("prune.rounds", 60, "leaves nothing of 128 weights"),
    ],
)
def test_settings_are_refused(key: str, value: object, message: str) -> None:
    def changed(part: Any, path: list[str]) -> Any:
        if not path:
            return value
        if isinstance(part, list):
            place = int(path[0])
            return [
                changed(entry, path[1:]) if i == place else entry for i, entry in enumerate(part)
            ]
        return {**part, path[0]: changed(part[path[0]], path[1:])}

    with pytest.raises(ValidationError, match=message):
        theme.TransformerTheme.model_validate({"transformer": changed(SETTINGS, key.split("."))})
