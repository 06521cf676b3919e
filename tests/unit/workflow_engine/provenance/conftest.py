"""A small project on disk, built without any engine, that tests then spoil in one place."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes, sha256
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, judge
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record

MAKE, USE = "toy/provenance/make/all.json", "toy/provenance/use/all.json"
NUMBERS, TOTAL, NOTE = "toy/data/numbers.json", "toy/tables/total.json", "toy/tables/note.json"
SOURCE = "notes/toy.txt"

MODULES = {
    "workflow_engine/__init__": "",
    "workflow_engine/numerics": 'PORTABLE = {"A": "1"}\n',
    "workflow_engine/artifacts/__init__": "",
    "workflow_engine/artifacts/json_values": "import json\n",
    "compsparse/__init__": "",
    "compsparse/toy/__init__": "",
    "compsparse/toy/make": '"""Make."""\n\nCOUNT = 2  # a comment\n',
    "compsparse/toy/use": "import numpy\n\nfrom compsparse.toy.helper import double\n",
    "compsparse/toy/helper": 'def double(x):\n    """Double."""\n    return 2 * x\n',
}

JOBS = (
    Job(
        study="toy",
        step="make",
        module="compsparse.toy.make",
        wildcards={},
        params={"root_seed": 7, "law": {"rate": 0.5, "sizes": [1, 2]}},
        outputs={"numbers": NUMBERS},
    ),
    Job(
        study="toy",
        step="use",
        module="compsparse.toy.use",
        wildcards={},
        params={},
        inputs={"numbers": NUMBERS},
        sources={"notes": SOURCE},
        outputs={"total": TOTAL, "note": NOTE},
    ),
)


def write(path: Path, text: str) -> Path:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@dataclass
class FakeProject:
    """``use`` reads what ``make`` wrote, and a source file; both have records that hold."""

    root: Path
    jobs: dict[str, Job] = field(default_factory=dict)

    @classmethod
    def create(cls, root: Path) -> "FakeProject":
        """Write sources and pins, plan two jobs, build both."""
        fake = cls(root)
        for name, text in MODULES.items():
            write(root / f"src/{name}.py", text)
        write(root / "Snakefile", "")
        write(root / "params.yaml", "")
        write(root / "constraints.txt", f"numpy=={metadata.version('numpy')}\n")
        write(root / SOURCE, "a source\n")
        for job in JOBS:
            fake.plan(job)
            fake.build(job)
        return fake

    @property
    def project(self) -> Project:
        """The project as the house sees it."""
        return Project(self.root)

    @property
    def out(self) -> Path:
        """The output root."""
        return self.root / "results"

    def plan(self, job: Job) -> None:
        """Put a job into the plan."""
        self.jobs[job.record_path] = job

    def change(self, name: str, **changes: Any) -> None:
        """Change what the plan says about one job, at the same place."""
        self.jobs[name] = replace(self.jobs[name], **changes)

    def change_params(self, name: str, **changes: Any) -> None:
        """Change some parameters of one planned job."""
        self.change(name, params=self.jobs[name].params | changes)

    def build(self, job: Job, content: str = "content of") -> Record:
        """Write a job's outputs and the record that vouches for them."""
        for path in job.outputs.values():
            write(self.out / path, f"{content} {path}\n")
        return self.vouch(job)

    def vouch(self, job: Job) -> Record:
        """Write the record of a job over the files as they are now."""
        code, environment = Digests(self.project).code_and_environment(job)
        record = Record(
            job=job,
            code=code,
            environment=environment,
            inputs={path: str(sha256(self.out / path)) for path in job.input_paths},
            sources={path: str(sha256(self.root / path)) for path in job.sources.values()},
            outputs={path: str(sha256(self.out / path)) for path in job.outputs.values()},
        )
        write(self.out / job.record_path, record.text())
        return record

    def forge(self, name: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Change a record's content and close it with a fitting digest, as only a forger would."""
        body = json.loads((self.out / name).read_text())
        del body["sha256"]
        change(body)
        body["sha256"] = digest(body)
        text = json.dumps(body, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        (self.out / name).write_text(text)

    def source(self, module: str) -> Path:
        """Return the file of a module of either package."""
        engine = module.partition("/")[0] in ("numerics", "artifacts")
        package = "workflow_engine" if engine else "compsparse"
        return self.root / f"src/{package}/{module}.py"

    def judge(self) -> Judgment:
        """Judge everything anew."""
        return judge(self.out, self.root, self.jobs, Digests(self.project), Hashes())

    def faults(self) -> dict[str, list[str]]:
        """Return the faults of the records that have any, in words."""
        return {
            name: [str(f) for f in found] for name, found in self.judge().faults.items() if found
        }

    def contents(self) -> dict[str, bytes]:
        """Return the bytes of every file under the output root."""
        files = (p for p in sorted(self.out.rglob("*")) if p.is_file())
        return {str(p.relative_to(self.out)): p.read_bytes() for p in files}


@pytest.fixture
def fake(tmp_path: Path) -> FakeProject:
    """A built project to spoil."""
    return FakeProject.create(tmp_path / "project")
