"""The costs file is written so that it reads back, and read so that a mistake is told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.workflow_engine.costs.conftest import costs_of, plan
from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.model import StudyCosts
from workflow_engine.costs.store import costs_file, read_costs, write_costs
from workflow_engine.provenance.project import Project


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    project = Project(tmp_path)
    scales = {"smoke": costs_of(plan(steps=2), run=None), "default": costs_of(plan())}
    costs = StudyCosts(study="toy", scales=scales)
    path = write_costs(project, costs)
    assert read_costs(project, "toy") == costs
    assert sum('"work"' in line for line in path.read_text().splitlines()) == 8
    assert list(path.parent.iterdir()) == [path]


def test_nothing_stored_is_no_error(tmp_path: Path) -> None:
    assert read_costs(Project(tmp_path), "toy") is None


def edited(change: Callable[[dict[str, Any]], object], project: Project) -> None:
    """Change the stored file."""
    path = costs_file(project, "toy")
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(study="other"), "study has the value 'other'; allowed: 'toy'"),
        (lambda c: c.update(extra=1), "unknown key 'extra'"),
        (lambda c: c["scales"].update(big=1), "allowed: 'smoke', 'default'"),
        (lambda c: c["scales"]["default"].pop("jobs"), "missing key 'jobs' in scales.default"),
        (
            lambda c: c["scales"]["default"]["jobs"]["train/a"].update(wall=-1.0),
            "scales.default.jobs.train/a.wall has the value -1.0",
        ),
        (
            lambda c: c["scales"]["default"]["jobs"]["train/a"].update(cpu="long"),
            "scales.default.jobs.train/a.cpu has the value 'long'; allowed: a finite number",
        ),
    ],
)
def test_a_malformed_file_is_named_with_what_is_wrong(
    project: Project, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    edited(change, project)
    with pytest.raises(CostsError) as raised:
        read_costs(project, "toy")
    assert str(raised.value).startswith("workflow/costs/toy.json: ")
    assert message in str(raised.value)


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b""], ids=["cut", "not_text", "empty"])
def test_a_file_that_is_no_json_says_what_to_do(project: Project, content: bytes) -> None:
    costs_file(project, "toy").write_bytes(content)
    with pytest.raises(CostsError, match=r"not readable JSON .* Restore it from git, or delete it"):
        read_costs(project, "toy")
