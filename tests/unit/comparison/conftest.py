"""Two fake projects whose results are compared."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from compsparse.comparison.attribution import Attribution
from compsparse.comparison.comparison import Comparison, compare
from compsparse.comparison.side import Side
from tests.unit.workflow_engine.provenance.conftest import FakeProject
from workflow_engine.provenance.hashes import Hashes


class Pair:
    """The same project twice, ``after`` to be changed."""

    def __init__(self, root: Path) -> None:
        self.before = FakeProject.create(root / "before")
        shutil.copytree(self.before.root, root / "after")
        self.after = FakeProject(root / "after", dict(self.before.jobs))

    def sides(self) -> tuple[Side, Side]:
        """Return both sides, read."""
        sides = []
        for label, fake in (("old", self.before), ("new", self.after)):
            side = Side(label, f"the {label} one", fake.out, [fake.project])
            side.read([], Hashes())
            sides.append(side)
        return sides[0], sides[1]

    def attribution(self) -> Attribution:
        """Attribute what changed."""
        return Attribution(*self.sides())

    def compare(self, studies: list[str] | None = None) -> Comparison:
        """Compare the two folders as the command does."""
        places = [str(self.before.out), str(self.after.out)]
        return compare(self.after.project, places, studies or [])

    def write(self, fake: FakeProject, path: str, content: Any) -> None:
        """Write JSON below an output root."""
        file = fake.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content))


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    """Two equal projects."""
    return Pair(tmp_path)


def claim(name: str = "toy_total_large", **changes: Any) -> dict[str, Any]:
    """Return a judged claim as it stands in claims.json."""
    row = {
        "id": name,
        "statement": "The total is large.",
        "metric": "toy_total.total",
        "kind": "statistical",
        "value": 2.0,
        "low": 1.5,
        "high": 2.5,
        "seeds": 4,
        "accept": {"low": 1.0},
        "scale": "smoke",
        "judged_at": "default",
        "verdict": "holds",
        "why": "",
    }
    return row | changes
