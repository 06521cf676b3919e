"""The bytes that belong to a state of a project, built without either engine."""

import json
import tempfile
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.workflow.project import ToyProject

_BUILDER = Path(__file__).with_name("build_in_one_process.py")


@dataclass(frozen=True)
class ExpectedJob:
    """One job of a build: its files, relative to the output root."""

    study: str
    step: str
    wildcards: dict[str, str]
    record: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The rule that makes the job."""
        return self.wildcards.get("result", f"{self.study}_{self.step}")


@dataclass(frozen=True)
class Build:
    """All jobs and the sha256 of every file of one state."""

    files: dict[str, str]
    jobs: tuple[ExpectedJob, ...]

    def job_of(self, path: str) -> ExpectedJob:
        """Return the job that writes a file."""
        return next(job for job in self.jobs if path in (job.record, *job.outputs))

    def ancestry(self, targets: list[str]) -> list[ExpectedJob]:
        """Return the jobs behind some outputs."""
        found: list[ExpectedJob] = []
        todo = list(targets)
        while todo:
            job = self.job_of(todo.pop())
            if job not in found:
                found.append(job)
                todo.extend(job.inputs)
        return found

    def descendants(self, jobs: list[ExpectedJob]) -> list[ExpectedJob]:
        """Return some jobs and all that use their outputs, directly or not."""
        found = list(jobs)
        changed = {path for job in jobs for path in job.outputs}
        while new := [j for j in self.jobs if j not in found and changed & set(j.inputs)]:
            found += new
            changed |= {path for job in new for path in job.outputs}
        return found


@dataclass
class Oracle:
    """Builds each state once; remembers all records and all bytes that were ever right."""

    _builds: dict[str, Build] = field(default_factory=dict)
    records: dict[str, dict[str, Any]] = field(default_factory=dict)  # sha: what stands in it
    contents: dict[str, bytes] = field(default_factory=dict)  # sha: bytes
    versions: dict[str, list[str]] = field(default_factory=dict)  # path: all that it ever was

    def __call__(self, project: ToyProject, **overrides: object) -> Build:
        """Return the build of the project's present state, under values of a command line."""
        key = sha256(f"{state_of(project)} {json.dumps(overrides, sort_keys=True)}".encode())
        if key.hexdigest() not in self._builds:
            self._builds[key.hexdigest()] = self._build(project, overrides)
        return self._builds[key.hexdigest()]

    def _build(self, project: ToyProject, overrides: dict[str, object]) -> Build:
        with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
            out = Path(folder) / "out"
            asked = overrides | {"out": str(out)}
            done = project.run("python", str(_BUILDER), str(out), json.dumps(asked), check=False)
            if done.returncode:
                raise RuntimeError(f"the state cannot be built:\n{done.stdout}")
            jobs = []
            files = {}
            for path in sorted(p for p in out.rglob("*") if p.is_file()):
                name = str(path.relative_to(out))
                if name.startswith("."):
                    continue
                content = path.read_bytes()
                files[name] = sha256(content).hexdigest()
                self.contents[files[name]] = content
                versions = self.versions.setdefault(name, [])
                if files[name] not in versions:
                    versions.append(files[name])
                if "/provenance/" in name:
                    body = json.loads(content)
                    self.records[files[name]] = body
                    job = body["job"]
                    jobs.append(
                        ExpectedJob(
                            job["study"],
                            job["step"],
                            job["wildcards"],
                            name,
                            tuple(body["inputs"]),
                            tuple(body["outputs"]),
                        )
                    )
        return Build(files, tuple(jobs))


def state_of(project: ToyProject) -> str:
    """Return the sha256 of everything that decides bytes: parameters, pins, tables, all code."""
    total = sha256()
    places = ["params.yaml", "constraints.txt", "workflow", "src"]
    for place in places:
        top = project.root / place
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = str(path.relative_to(project.root))
                total.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()
