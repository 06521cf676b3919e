"""The engine without compsparse: a house of another name is run and audited by it alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflow.project import STUDIES, ToyProject

_AUDIT = """
import json
from workflow_engine.provenance.audit import audit
from workflow_engine.provenance.project import Project

project = Project.find()
failures = [f for report in audit(project, [project.results]) for f in report.failures]
print(json.dumps(failures))
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    project = ToyProject.create(tmp_path_factory.mktemp("alone") / "project", "arithmetic_house")
    project.snakemake()
    return project


def failures(project: ToyProject) -> list[list[str]]:
    """Audit by the engine's own function: the command belongs to compsparse."""
    done = subprocess.run(
        [sys.executable, "-c", _AUDIT],
        cwd=project.root,
        env=project.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


def test_a_house_of_another_name_runs_on_the_engine_alone(alone: ToyProject) -> None:
    assert not (alone.root / "src/compsparse").exists()
    for study in STUDIES:
        claims = json.loads((alone.root / f"results/{study}/claims.json").read_text())
        assert [claim["verdict"] for claim in claims] == ["holds"]
    assert alone.planned() == {}


def test_its_audit_vouches_for_all_and_names_what_was_changed(
    alone: ToyProject, tmp_path: Path
) -> None:
    project = alone.copied(tmp_path / "copy")
    before = failures(project)
    assert not [path for path, _ in before if path.startswith("results/alpha/models/")]
    (project.root / "results/alpha/models/rate_2.json").write_text("[]")
    new = [path for path, reason in failures(project) if [path, reason] not in before]
    assert new[0] == "results/alpha/models/rate_2.json"


def test_an_edited_parameter_runs_what_depends_on_it(alone: ToyProject, tmp_path: Path) -> None:
    project = alone.copied(tmp_path / "copy")
    project.edit("params.yaml", "fractions: [30]", "fractions: [40]")
    assert set(project.planned()) == {
        "beta_prune",
        "beta_evaluate",
        "beta_sums",
        "beta_judge",
    }
