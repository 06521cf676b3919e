"""What was never measured, from counted operations, by hand."""

from collections.abc import Callable
from dataclasses import asdict, replace

import pytest

from tests.unit.workflow_engine.costs.conftest import costs_of, plan
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.estimate import estimate
from workflow_engine.costs.extrapolation import extrapolate, operations_of, read_operations
from workflow_engine.costs.model import StudyCosts
from workflow_engine.costs.overview import Row, kinds_text, plan_text
from workflow_engine.costs.store import write_costs
from workflow_engine.provenance.project import Project

Open = Callable[..., CostBook]
PAPER = plan(steps=400, scale="paper")


@pytest.mark.parametrize(
    ("parameters", "powers", "expected"),
    [
        ({"steps": 10, "rate": 0.1}, {"steps": 1}, 10),
        ({"width": 4, "steps": 10}, {"width": 2, "steps": 1}, 160),
        ({"fraction": 0.25}, {"fraction": -1}, 4),
        ({"dimensions": [2, 3]}, {"dimensions": 2}, 13),
        ({"rates": [0.1, 0.2, 0.3]}, {"rates": 0}, 3),
        ({"factors": [2, 2, 8]}, {"factors": "product"}, 32),
        ({"order": 4, "dimension": 10}, {"dimension": "order-1"}, 1000),
        ({"steps": 2, "nets": [{"d": 3}, {"d": 4}]}, {"steps": 1, "d": 1}, 14),
        ({"steps": 2, "arms": {"fine": {"d": 3}, "coarse": {"d": 4}}}, {"steps": 1, "d": 1}, 14),
        ({"recipe": {"steps": 5}, "width": 2}, {"steps": 1, "width": 1}, 10),
        ({"steps": 10}, {}, 1),
    ],
)
def test_operations_of_a_job(parameters: dict, powers: dict, expected: float) -> None:
    assert operations_of(parameters, powers) == pytest.approx(expected)


def test_a_training_costs_what_its_kind_does_for_an_operation(book: Open) -> None:
    found = extrapolate(book(PAPER, "paper"), PAPER, book(), {"steps": 1, "count": 1})
    (kind,) = found.kinds
    # it took 59.5 s for 10 steps; the other training took 5 and has equal work
    assert (kind.name, kind.jobs, kind.at_default, kind.at_scale) == ("train", 1, 2, 0)
    assert kind.factor == pytest.approx(400 / 15)
    assert kind.cpu_seconds == pytest.approx(59.5 * 40)
    assert (kind.smallest, kind.smallest_cpu_seconds) == ("toy/traina.json", kind.cpu_seconds)
    assert kind.not_counted == ()
    assert found.left_out == 1
    assert found.sentence() == (
        "extrapolated from default by counted operations, not measured: some 40 CPU minutes for 1 "
        "job; most of it train, 40, 27 times its operations at default; 1 other unmeasured job "
        "left out"
    )
    row = Row("toy", "paper", "all", estimate(book(PAPER, "paper"), PAPER, 1), found)
    assert plan_text([row], 1).endswith(f"\ntoy, paper: {found.sentence()}")
    line = kinds_text([row]).splitlines()[1]
    assert line.split() == [
        *("toy", "paper", "train", "1", "2", "+", "0", "27", "40", "2380.0", "-", "toy/traina.json")
    ]
    assert row.as_json()["extrapolated"] == [asdict(kind)]


def test_what_differs_and_is_not_counted_is_named(book: Open) -> None:
    (kind,) = extrapolate(book(PAPER, "paper"), PAPER, book(), {"count": 1}).kinds
    assert kind.not_counted == ("steps",)
    assert kind.factor == pytest.approx(1 / 2)


def test_a_job_measured_at_the_scale_corrects_its_kind(project: Project, book: Open) -> None:
    there = {
        record: replace(job, params=job.params | {"steps": 100}) if job.name == "train/b" else job
        for record, job in PAPER.items()
    }
    costs = costs_of(there)
    one = costs.model_copy(update={"jobs": {"train/b": costs.jobs["train/b"]}})
    scales = {"default": costs_of(plan()), "paper": one}
    write_costs(project, StudyCosts(study="toy", scales=scales))
    (kind,) = extrapolate(book(there, "paper"), there, book(), {"steps": 1}).kinds
    assert (kind.jobs, kind.at_default, kind.at_scale) == (1, 2, 1)
    # twenty times the steps were expected to take twenty times as long, and took as long
    assert kind.cpu_seconds == pytest.approx(59.5 * 40 / 20)


def test_a_job_without_a_namesake_costs_what_its_kind_does(book: Open) -> None:
    renamed = [
        replace(job, wildcards={"cell": "c"}) if job.name == "train/a" else job
        for job in PAPER.values()
    ]
    there = {job.record_path: job for job in renamed}
    (kind,) = extrapolate(book(there, "paper"), there, book(), {"steps": 1}).kinds
    assert kind.cpu_seconds == pytest.approx(89 * 400 / 15)


def test_nothing_measured_is_said(project: Project, book: Open) -> None:
    write_costs(project, StudyCosts(study="toy", scales={}))
    found = extrapolate(book(PAPER, "paper"), PAPER, book(), {"steps": 1})
    assert found.sentence() == "not extrapolated: nothing of its kinds was measured"
    assert found.left_out == len(PAPER)
    assert {kind.factor for kind in found.kinds} == {None}


def test_the_operations_of_one_module_are_its_own(book: Open) -> None:
    powers = {"steps": 1, "train": {"steps": 2}}
    (kind,) = extrapolate(book(PAPER, "paper"), PAPER, book(), powers).kinds
    assert kind.factor == pytest.approx(400**2 / (10**2 + 5**2))


def test_powers_are_read_and_others_refused(project: Project) -> None:
    path = project.root / "workflow" / "operations.yaml"
    assert read_operations(project) == {}
    path.write_text("toy: {steps: 1, train: {dimension: order-1, factors: product}}\n")
    found = read_operations(project)["toy"]
    assert found == {"steps": 1, "train": {"dimension": "order-1", "factors": "product"}}
    for power in ("order - 1", "[1]", "null"):
        path.write_text(f"toy: {{train: {{steps: {power}}}}}\n")
        with pytest.raises(CostsError, match=r"toy\.train has the value"):
            read_operations(project)
