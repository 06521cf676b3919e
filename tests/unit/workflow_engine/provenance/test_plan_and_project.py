"""Plans that contradict themselves are refused; a project is found from any folder inside it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import (
    MAKE,
    NOTE,
    NUMBERS,
    TOTAL,
    USE,
    FakeProject,
)
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import PlanError, _check, jobs_behind, makers, plan
from workflow_engine.provenance.project import Project, ProjectError

PARAMS = Path(__file__).resolve().parents[4] / "params.yaml"


def test_two_jobs_that_write_one_file_are_refused(fake: FakeProject) -> None:
    fake.change(USE, outputs={"total": NUMBERS})
    with pytest.raises(PlanError, match=rf"^{NUMBERS} is written by make/all and by use/all"):
        _check(fake.jobs)


def test_an_input_that_no_job_makes_is_refused(fake: FakeProject) -> None:
    fake.change(USE, inputs={"numbers": "toy/data/nobody.json"})
    with pytest.raises(PlanError, match=r"^toy/use/all reads toy/data/nobody\.json, which no job"):
        _check(fake.jobs)


def test_every_planned_file_has_its_maker(fake: FakeProject) -> None:
    _check(fake.jobs)
    assert makers(fake.jobs) == {
        NUMBERS: fake.jobs[MAKE],
        TOTAL: fake.jobs[USE],
        NOTE: fake.jobs[USE],
    }


def test_the_jobs_behind_files_are_told_once_and_foreign_files_passed_over(
    fake: FakeProject,
) -> None:
    files = [f"results/toy/../{path}" for path in (NOTE, TOTAL)] + ["params.yaml"]
    assert jobs_behind(files, Path("results"), makers(fake.jobs)) == {USE: fake.jobs[USE]}
    assert jobs_behind([], Path("results"), makers(fake.jobs)) == {}


def test_values_that_a_study_refuses_are_told_with_its_section(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from compsparse.studies.factorial import plan as study

    def refuse(*_: object) -> list[Job]:
        raise ValueError("A layer of 1 units cannot have 4 activations.")

    configuration = load(PARAMS)
    monkeypatch.setattr(study, "jobs", refuse)
    with pytest.raises(PlanError, match=r"^params\.yaml, section factorial: A layer of 1 units"):
        plan(configuration)


def test_two_jobs_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from compsparse.studies.factorial import plan as study

    configuration = load(PARAMS)
    (first, *_) = study.jobs(configuration.settings["factorial"], 0, "default")
    twice = [first, replace(first, outputs={"other": "factorial/other.json"}, patterns={})]
    monkeypatch.setattr(study, "jobs", lambda *_: twice)
    with pytest.raises(PlanError, match=f"Two jobs are called {first.study}/{first.name}"):
        plan(configuration)


@pytest.mark.parametrize("scale", ["smoke", "default", "paper"])
def test_every_job_of_the_repository_keeps_its_place_on_its_way_through_a_command_line(
    scale: str,
) -> None:
    jobs = plan(load(PARAMS, {"scale": scale}))
    assert len(jobs) > 10
    assert {Job.from_json(job.to_json()).record_path for job in jobs.values()} == set(jobs)


def test_the_numerics_mode_of_the_configuration_is_in_every_job(tmp_path: Path) -> None:
    text = PARAMS.read_text()
    assert text.count("numerics: portable") == 1
    path = tmp_path / "params.yaml"
    path.write_text(text.replace("numerics: portable", "numerics: native"))
    assert {job.numerics for job in plan(load(path)).values()} == {"native"}


def test_a_project_is_found_from_inside_and_not_from_outside(
    fake: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fake.root / "src/compsparse/toy"
    assert Project.find(folder) == Project(fake.root)
    monkeypatch.chdir(folder)
    assert Project.find() == Project(fake.root)
    with pytest.raises(ProjectError, match=r"not inside a compsparse project .*Snakefile"):
        Project.find(fake.root.parent)
