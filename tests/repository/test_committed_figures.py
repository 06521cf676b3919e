"""Every figure of the results that git holds can be read: its type stands apart and inside.

Drawn anew from the tables in git's index, with the parameters of the plan; no result is left out.
"""

import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from tests.house_plan import ROOT, jobs
from tests.unit.studies.drawing import require_legible
from workflow_engine.provenance.arguments import arguments
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.source_parts import file_of

FIGURES = {job.wildcards["result"]: job for job in jobs().values() if job.step == "render"}


@pytest.mark.dear
@pytest.mark.parametrize("job", FIGURES.values(), ids=FIGURES.keys())
def test_texts_are_apart_and_inside(job: Job, tmp_path: Path) -> None:
    inputs = {name: committed(str(path), tmp_path) for name, path in job.inputs.items()}
    inputs |= {name: ROOT / file_of(source) for name, source in job.sources.items()}
    step = import_module(job.module).run
    require_legible(step(inputs, **arguments(step, job.params))["svg"])


def committed(path: str, folder: Path) -> Path:
    """Return a copy of a result as git's index has it."""
    command = ["git", "show", f":results/{path}"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert shown.returncode == 0, f"git holds no results/{path}; add the results to git"
    copy = folder / Path(path).name
    copy.write_bytes(shown.stdout)
    return copy
