"""A small project with one step, its job servers, and its jobs."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflow.project import REPOSITORY
from workflow_engine.isolation import job_environment
from workflow_engine.job_server import client as client_module
from workflow_engine.job_server.client import VARIABLE
from workflow_engine.job_server.start import StartedServers, start
from workflow_engine.provenance.job import Job

STEP = '''"""A step."""

import os
import sys
import time

from workflow_engine.steps import Inputs, Outputs


def run(inputs: Inputs, *, way: str) -> Outputs:
    """Do as told."""
    print("at work", flush=True)
    if way == "fail":
        raise ValueError("told to fail")
    if way == "sleep":
        time.sleep(60)
    if way == "look":
        return {"value": {"variables": dict(sorted(os.environ.items())), "path": sys.path}}
    return {"value": {"way": way}}
'''

STEPS = ["another", "work", "draw"]
CLIENT = [sys.executable, "-IBS", client_module.__file__, "work"]

DRAW = '''"""A step that draws."""

from matplotlib.figure import Figure

from workflow_engine.steps import Inputs, Outputs


def run(inputs: Inputs) -> Outputs:
    """Draw without a theme."""
    figure = Figure(figsize=(1, 1))
    figure.subplots().plot([0, 1], [1, 0], label="$x^2$")
    figure.legend()
    return {"svg": figure, "png": figure}
'''


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    package = root / "src" / "compsparse"
    package.parent.mkdir(parents=True)
    # the engine's own code, with one study that has one step
    ignored = shutil.ignore_patterns("studies", "__pycache__")
    for name in ("compsparse", "workflow_engine"):
        shutil.copytree(REPOSITORY / "src" / name, root / "src" / name, ignore=ignored)
    study = package / "studies" / "small"
    study.mkdir(parents=True)
    for folder in (package / "studies", study):
        (folder / "__init__.py").write_text('"""Small."""\n')
    (study / "work.py").write_text(STEP)
    (study / "draw.py").write_text(DRAW)
    for name in ("Snakefile", "params.yaml", "constraints.txt", "dvc.yaml"):
        (root / name).write_text((REPOSITORY / name).read_text())
    monkeypatch.chdir(root)
    monkeypatch.setenv("PYTHONPATH", str(root / "src"))
    monkeypatch.delenv(VARIABLE, raising=False)
    return root


@pytest.fixture
def server(project: Path) -> Iterator[StartedServers]:
    started = start(project, job_environment(os.environ, project), STEPS)
    assert started is not None
    yield started
    started.stop()


def job(way: str) -> str:
    return Job(
        "small",
        "work",
        "compsparse.studies.small.work",
        {"name": way},
        {"way": way},
        {"value": f"small/{way}.json"},
    ).to_json()
