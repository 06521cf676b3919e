"""Rehash everything under an output root and name every file that cannot be vouched for.

The audit trusts no engine's state and no remembered hash.
"""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compsparse.configuration.load import Configuration, load
from compsparse.provenance.digests import Digests
from compsparse.provenance.dvc_lock import disagreements
from compsparse.provenance.hashes import Hashes
from compsparse.provenance.ledger import Fault, judge, record_files
from compsparse.provenance.plan import plan
from compsparse.provenance.project import Project
from compsparse.provenance.storage import told_in_words

ROOT_MARK = ".root.json"  # in a scratch root: which scale and seed it was made with


class AuditError(Exception):
    """A path that cannot be audited."""


@dataclass
class Audit:
    """What an audit found; ``failures`` and ``notices`` are (path, reason)."""

    root: str
    files: int = 0
    records: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    notices: list[tuple[str, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the audit for machines."""
        return {
            "root": self.root,
            "ok": not self.failures,
            "files": self.files,
            "records": self.records,
            "failures": [{"path": p, "reason": r} for p, r in self.failures],
            "notices": [{"path": p, "reason": r} for p, r in self.notices],
        }


def output_root(project: Project, path: Path) -> Path:
    """Return the output root that holds ``path``: results/ or a scratch root.

    Raises:
        AuditError: the path lies in no output root.
    """
    for folder in (path, *path.parents):
        if (folder / ROOT_MARK).is_file() or folder == project.results.resolve():
            return folder
    raise AuditError(
        f"{path} lies in no output root (results/ or a folder made with --config out=...)."
    )


def root_configuration(project: Project, out: Path) -> Configuration:
    """Return the configuration under which an output root was made.

    Raises:
        AuditError: the mark of a scratch root cannot be read.
        ConfigurationError: params.yaml, or what the mark asks for, is not allowed.
    """
    mark = out / ROOT_MARK
    if out == project.results.resolve() or not mark.is_file():
        return load(project.params)
    try:
        overrides = json.loads(mark.read_bytes())
    except (ValueError, RecursionError):
        overrides = None
    if not isinstance(overrides, dict):
        raise AuditError(
            f"{mark} does not tell scale and root seed of this folder; it was cut off or edited. "
            f"Run snakemake --config out={out} with the scale and root_seed it had; it writes that."
        )
    return load(project.params, overrides | {"out": str(out)})


def audit(project: Project, paths: list[Path], *, committed: bool = False) -> list[Audit]:
    """Audit results/ or the given files and folders.

    Raises:
        AuditError: a path does not exist or lies in no output root.
        StorageError: a file may not be read.
    """
    wanted: dict[Path, list[Path]] = {}
    for path in paths or [project.results]:
        absolute = path.resolve()
        if not absolute.exists():
            hint = "run snakemake first." if path == project.results else "check the path."
            raise AuditError(f"{path} does not exist; {hint}")
        wanted.setdefault(output_root(project, absolute), []).append(absolute)
    with told_in_words("audit"):
        return [_audit_root(project, out, within, committed) for out, within in wanted.items()]


def _audit_root(project: Project, out: Path, within: list[Path], committed: bool) -> Audit:
    configuration = root_configuration(project, out)
    jobs = plan(configuration)
    judgment = judge(out, project.root, jobs, Digests(project), Hashes())
    report = Audit(root=_shown(project, out), records=len(judgment.faults))

    def selected(path: str) -> bool:
        return any((out / path).is_relative_to(folder) for folder in within)

    def fail(path: str, reasons: list[Fault]) -> None:
        if selected(path):
            report.failures += [(_shown(project, out / path), str(r)) for r in reasons]

    for path, reasons in judgment.bad.items():
        about_this = [r for r in reasons if r.kind != "content" or r.detail.startswith(path)]
        others = [Fault("content", "another output of the same job has changed")]
        fail(path, about_this or others)
    for path, source in judgment.follows_bad().items():
        fail(path, [Fault("upstream", f"was made from {source}, which does not hold")])
    for name in judgment.orphans:
        fail(name, judgment.faults[name])
    for name, reasons in judgment.faults.items():
        if name not in judgment.orphans and any(r.kind == "not canonical" for r in reasons):
            fail(name, reasons)
    known = set(judgment.bad) | set(record_files(out))
    known |= {path for record in judgment.records.values() for path in record.outputs}
    for path in _files(out):
        report.files += selected(path)
        if path not in known:
            fail(path, [Fault("foreign", "no record names this file; move it elsewhere")])
    if out == project.results.resolve():
        for path, reason in disagreements(project.root, configuration.studies):
            place = (project.root / path).resolve()
            if path == "dvc.lock" or any(_overlap(place, folder) for folder in within):
                report.failures.append((path, f"dvc.lock: {reason}"))
        target = report.failures if committed else report.notices
        target += [(path, "not committed to git") for path in _uncommitted(project.root)]
    report.failures = list(dict.fromkeys(report.failures))
    return report


def _overlap(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)


def _files(out: Path) -> list[str]:
    """Return all files under ``out``; folders that begin with a dot at its top are not results."""
    return sorted(
        str(p.relative_to(out))
        for top in out.iterdir()
        if not top.name.startswith(".")
        for p in ([top] if top.is_file() else top.rglob("*"))
        if p.is_file() or p.is_symlink()
    )


def _uncommitted(root: Path) -> list[str]:
    command = ["git", "status", "--porcelain", "-uall", "--", "results", "params.yaml", "dvc.lock"]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ["(git cannot be asked here)"]
    return [line[3:] for line in done.stdout.splitlines()]


def _shown(project: Project, path: Path) -> str:
    root = project.root.resolve()
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
