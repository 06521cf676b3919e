"""Hold the records under an output root against the plan, the code and the bytes."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workflow_engine.provenance.canonical import canonical
from workflow_engine.provenance.closure import ClosureError
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.environment import RUNNING_PYTHON, PinError
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import ASSEMBLE, assemble_jobs, is_on_request
from workflow_engine.provenance.own_files import OwnFiles, everything_below
from workflow_engine.provenance.plan import makers
from workflow_engine.provenance.record import Record, RecordError


@dataclass(frozen=True, order=True)
class Fault:
    """One reason why a record or a file does not hold."""

    # content, input, upstream, params, wiring, code, environment, no record, not canonical, orphan
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


@dataclass
class Judgment:
    """What the ledger says about an output root.

    ``faults`` has an entry for every record found: an empty list means that the record holds.
    ``bad`` maps every planned file that no holding record vouches for to the reasons.
    """

    jobs: dict[str, Job]
    records: dict[str, Record] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    bad: dict[str, list[Fault]] = field(default_factory=dict)

    def is_stale(self, record: str) -> bool:
        """Say whether a record is missing or does not hold."""
        return record not in self.records or bool(self.faults[record])

    def may_hold(self, record: str) -> bool:
        """Say whether a record holds, or will if what is made again gets the same bytes."""
        again = tuple(f"{path} " for path in self.records[record].inputs if path in self.bad)
        faults = self.faults[record]
        return all(f.kind == "input" and f.detail.startswith(again) for f in faults)

    def follows_bad(self) -> dict[str, str]:
        """Map files that hold, but were made from a file that does not, to that file.

        Snakemake makes them again after that one, so they are not of the present state.
        """
        users: dict[str, list[Job]] = {}
        for job in self.jobs.values():
            for path in job.input_paths:
                users.setdefault(path, []).append(job)
        found: dict[str, str] = {}
        todo = list(self.bad)
        while todo:
            source = todo.pop(0)
            for job in users.get(source, []):
                if job.record_path not in self.records:
                    continue  # bad already, or not asked for
                for path in job.outputs.values():
                    if path not in self.bad and path not in found:
                        found[path] = source
                        todo.append(path)
        return found

    def holding(self) -> list[str]:
        """Records that hold, makers before users."""
        maker = {p: r for r, rec in self.records.items() for p in rec.outputs if not self.faults[r]}
        ordered: list[str] = []
        seen: set[str] = set()

        def visit(record: str) -> None:
            if record in seen:
                return
            seen.add(record)
            for path in self.records[record].inputs:
                if path in maker:
                    visit(maker[path])
            ordered.append(record)

        for record in sorted(self.records):
            if not self.faults[record]:
                visit(record)
        return ordered


def record_files(out: Path) -> list[str]:
    """Return all records under an output root, relative to it; links are not followed."""
    if not out.is_dir():
        return []
    with os.scandir(out) as studies:
        folders = [s.path for s in studies if s.is_dir(follow_symlinks=False)]
    return sorted(
        entry.path.removeprefix(f"{out}{os.sep}")
        for folder in folders
        for entry in everything_below(Path(folder, "provenance"))
        if entry.name.endswith(".json")
    )


def judge(
    out: Path, project_root: Path, jobs: dict[str, Job], digests: Digests, hashes: Hashes
) -> Judgment:
    """Judge every record under ``out`` and every planned file.

    The judgment has one job more for each judged study than the plan: that of its official
    verdicts, which are made of what holds.
    """
    judgment = Judgment(dict(jobs))
    names = record_files(out)
    last = [name for name in names if f"/provenance/{ASSEMBLE}/" in name]
    around = out, project_root, digests, hashes
    _judge_records(judgment, [name for name in names if name not in last], *around)
    held = {name for name, faults in judgment.faults.items() if not faults}
    judgment.jobs |= assemble_jobs(jobs.values(), held)
    _judge_records(judgment, last, *around)
    jobs = judgment.jobs
    vouched = {
        path
        for name, record in judgment.records.items()
        if not judgment.faults[name]
        for path in record.outputs
    }
    own_files = OwnFiles(out)
    for path, job in makers(jobs).items():
        if (
            is_on_request(job)
            and job.record_path not in judgment.faults
            and not own_files.there(path)
        ):
            continue  # nobody has asked for it
        if path not in vouched:
            refusal = own_files.refusal(path)
            alone = Fault("no record", f"{job.record_path} does not exist")
            judgment.bad[path] = judgment.faults.get(job.record_path) or [
                Fault("content", f"{path} {refusal}") if refusal else alone
            ]
    return judgment


def _judge_records(
    judgment: Judgment,
    names: Iterable[str],
    out: Path,
    project_root: Path,
    digests: Digests,
    hashes: Hashes,
) -> None:
    for name in names:
        try:
            record = Record.read(out / name, digests.memory)
        except RecordError as error:
            judgment.faults[name] = [Fault("not canonical", str(error))]
            continue
        judgment.records[name] = record
        judgment.faults[name] = _faults(
            name, record, out, project_root, judgment.jobs, digests, hashes
        )


def _faults(
    name: str,
    record: Record,
    out: Path,
    project_root: Path,
    jobs: dict[str, Job],
    digests: Digests,
    hashes: Hashes,
) -> list[Fault]:
    job = jobs.get(name)
    if job is None:
        return [Fault("orphan", f"the plan has no job {record.job.study}/{record.job.name}")]
    faults = _differences(record.job, job)
    for kind, folder, entries, expected in (
        ("input", out, record.inputs, set(job.input_paths)),
        ("source", project_root, record.sources, set(job.sources.values())),
        ("content", out, record.outputs, set(job.outputs.values())),
    ):
        if set(entries) != expected:
            faults.append(Fault("wiring", f"the record's {kind} files are not those of the plan"))
        for path, sha in entries.items():
            place = f"{folder}/{path}"
            now = hashes.of_source(folder, path) if kind == "source" else hashes(place, below=out)
            if now != sha:
                absent = hashes.refusal(place) or "is missing"
                state = absent if now is None else "has other bytes than recorded"
                faults.append(Fault("input" if kind == "source" else kind, f"{path} {state}"))
    try:
        code, environment = digests.code_and_environment(job)
    except (ClosureError, PinError) as error:
        return [*faults, Fault("code", str(error))]
    if code != record.code:
        faults.append(Fault("code", f"{job.module} or a module that it imports has changed"))
    if environment != record.environment:
        other = digests.python_behind(job, record.environment)
        faults.append(
            Fault(
                "environment",
                f"made under Python {other}, this is Python {RUNNING_PYTHON}"
                if other
                else "a pinned package has changed",
            )
        )
    return faults


def _differences(was: Job, now: Job) -> list[Fault]:
    if was.to_json() == now.to_json():
        return []  # not ``==``: to Python 1, 1.0 and True are equal
    faults = [
        Fault("params", f"{place} was {_short(old)}, is {_short(new)}")
        for place, old, new in changed_values(was.params, now.params)
    ]
    if was.numerics != now.numerics:
        faults.append(Fault("params", f"numerics was {was.numerics}, is {now.numerics}"))
    names = ("study", "step", "module", "wildcards", "inputs", "sources", "outputs", "runs")
    faults += [
        Fault("wiring", f"{name} of the job has changed")
        for name in names
        if getattr(was, name) != getattr(now, name)
    ]
    return faults


def changed_values(was: Any, now: Any, place: str = "") -> list[tuple[str, Any, Any]]:
    """Return (place, old, new) of every value that differs between two JSON mappings."""
    if isinstance(was, dict) and isinstance(now, dict):
        return [
            change
            for key in sorted(was.keys() | now.keys())
            for change in changed_values(
                was.get(key, "absent"), now.get(key, "absent"), f"{place}.{key}" if place else key
            )
        ]
    return [] if canonical(was) == canonical(now) else [(place, was, now)]


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
