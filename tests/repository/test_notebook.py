"""The notebook of docs runs from top to bottom on what git holds."""

import json
import subprocess
import sys

import pytest

from tests.house_plan import ROOT
from tests.repository.committed import git

NOTEBOOK = ROOT / "docs/results.ipynb"


@pytest.mark.dear
def test_the_notebook_runs_as_it_stands() -> None:
    if git("status", "--porcelain", "--", "results", "params.yaml", "src").stdout:
        pytest.skip("results or code are not those of the last commit")
    content = json.loads(NOTEBOOK.read_text())
    cells = ["".join(c["source"]) for c in content["cells"] if c["cell_type"] == "code"]
    assert len(cells) >= 5
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(cells)],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()  # the headline
    # git keeps no outputs, which would grow old
    assert all(not c.get("outputs") for c in content["cells"])
