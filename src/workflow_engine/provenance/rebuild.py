"""Make jobs again in an empty output root, with all their ancestors, and compare bytes.

A file and its record that were forged together agree with each other, and dvc.lock may have been
made to agree with them. Only doing the work again tells. Nothing is taken from the audited root:
what is made anew is made from parameters, code and seeds alone.
"""

import random
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from workflow_engine.configuration.assignments import as_config
from workflow_engine.configuration.load import Configuration
from workflow_engine.counted import counted
from workflow_engine.provenance.chains import predecessors
from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, record_files
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record

Count = int | Literal["all"]
# faults in spite of which a job of now is the recorded one: the bytes on disk are in question
_OF_BYTES = frozenset({"content", "input"})
_NAMED = 10  # chosen jobs that the text names


@dataclass
class Rebuilt:
    """What was made anew.

    Attributes:
        folder: the output root in which it was made, relative to the project's.
        chosen: the jobs that were chosen.
        candidates: from how many.
        left_out: how many jobs cannot be compared, since their records do not hold.
        made: how many jobs were done, those behind the chosen ones included.
        different: how many of these left other bytes or another record.
        failures: (path relative to the audited root, reason).
        ended: Snakemake's exit code.
    """

    folder: str
    chosen: list[str] = field(default_factory=list)
    candidates: int = 0
    left_out: int = 0
    made: int = 0
    different: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    ended: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return it for machines; the failures stand among the audit's."""
        kept = self.folder if self.failures else None
        return vars(self) | {"folder": kept, "failures": len(self.failures)}

    def text(self, root: str) -> str:
        """Return one line for people; ``root`` is the audited one."""
        if not self.chosen:
            return "rebuilt no job: nothing could be compared"
        not_all = len(self.chosen) < self.candidates
        names = ", ".join(self.chosen[:_NAMED]) + (", ..." if len(self.chosen) > _NAMED else "")
        how = f" chosen at random: {names}; the rest is behind them" if not_all else ""
        left = f"; {self.left_out} that do not hold left out" if self.left_out else ""
        drawn = f"{len(self.chosen)} of {self.candidates}{how}{left}"
        line = f"rebuilt {counted(self.made, 'job')} ({drawn})"
        if not self.failures:
            return f"{line}: all bytes equal"
        return (
            f"{line}: {self.different} changed, {self.made - self.different} equal. What was made "
            f"again is kept: `compsparse compare {root} {self.folder}` says by how much. On "
            "another make of CPU trained bytes may differ by rounding, within the claims' bands; "
            "any other difference means that this code did not make the files here"
        )


def rebuild(
    project: Project,
    out: Path,
    configuration: Configuration,
    judgment: Judgment,
    count: Count,
    selected: Callable[[str], bool],
) -> Rebuilt:
    """Make some jobs of an output root again, elsewhere, and compare all that they left.

    Jobs on request, which repeat whole studies, are left out.

    Args:
        project: the checkout.
        out: the audited root.
        configuration: under which it was made.
        judgment: what the ledger says of it; what does not follow from parameters and code as they
            are now is left out, since it would rightly come out different.
        count: how many jobs to draw, or all.
        selected: says whether a path, relative to the root, is asked about.
    """
    ordinary = {name: job for name, job in judgment.jobs.items() if not is_on_request(job)}
    asked = [
        name for name, job in ordinary.items() if any(map(selected, (name, *job.outputs.values())))
    ]
    sound = comparable(judgment, ordinary)
    candidates = [name for name in asked if name in sound]
    unique = f"rebuild-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}"
    folder = Path("results", ".scratch", unique)
    done = Rebuilt(str(folder), candidates=len(candidates), left_out=len(asked) - len(candidates))
    if not candidates:
        reason = "rebuild: no record here holds, so nothing can be compared; repair the rest first"
        done.failures = [("", reason)]
        return done
    number = len(candidates) if count == "all" else min(count, len(candidates))
    drawn = sorted(random.SystemRandom().sample(candidates, number))
    chosen = [ordinary[name] for name in drawn]
    done.chosen = [f"{job.study}/{job.name}" for job in chosen]
    done.ended = _make(project, folder, configuration, chosen)
    expected = _with_ancestors(drawn, ordinary)
    compare_roots(done, out, project.root / folder, expected)
    if not done.failures:
        shutil.rmtree(project.root / folder)
    return done


def comparable(judgment: Judgment, jobs: dict[str, Job]) -> set[str]:
    """Return the jobs that, with all behind them, are those that their records tell of."""
    unchanged = {name for name in jobs if name in judgment.records and _same_job(judgment, name)}
    return {name for name in unchanged if _with_ancestors([name], jobs) <= unchanged}


def _same_job(judgment: Judgment, name: str) -> bool:
    sources = tuple(f"{path} " for path in judgment.records[name].sources)
    return all(
        fault.kind in _OF_BYTES and not fault.detail.startswith(sources)
        for fault in judgment.faults[name]
    )


def _with_ancestors(names: Iterable[str], jobs: dict[str, Job]) -> set[str]:
    before, found, todo = predecessors(jobs), set[str](), set(names)
    while todo:
        found |= todo
        todo = set().union(*(before[name] for name in todo)) - found
    return found


def _make(project: Project, folder: Path, configuration: Configuration, chosen: list[Job]) -> int:
    """Run Snakemake for the chosen jobs in the new root; return its exit code."""
    # -P: no module of the current folder stands for one of the environment
    command = [sys.executable, "-P", "-m", "snakemake"]
    command += [str(folder / next(iter(job.outputs.values()))) for job in chosen]
    command += ["--config", f"scale={configuration.scale}"]
    command += [f"root_seed={configuration.root_seed}", f"out={folder}"]
    command += as_config(configuration.assigned)
    # its words go to the stream of errors: the audit's own may be JSON
    done = subprocess.run(
        command, cwd=project.root, stdin=subprocess.DEVNULL, stdout=2, check=False
    )
    return done.returncode


def compare_roots(done: Rebuilt, out: Path, made: Path, expected: set[str]) -> None:
    """Hold every record and every output of the new root against the audited one."""
    if done.ended:
        done.failures.append(
            (
                "",
                f"rebuild: snakemake ended with {done.ended}, the reason is above; what it "
                f"finished is kept in {done.folder}",
            )
        )
    names = record_files(made)
    done.made = len(names)
    records = {name: Record.read(made / name) for name in names}
    other: dict[str, str] = {}
    for record in records.values():
        for path in record.outputs:
            was = sha256(out / path)
            # a missing file is named already; its bytes stand in the record, which is compared
            if was is not None and was != sha256(made / path):
                other[path] = "made again it has other bytes"
    for name in names:
        if sha256(out / name) != sha256(made / name):
            other[name] = "made again it is another record"
    for name, record in records.items():
        behind = any(path in other for path in record.inputs)
        also = "; so has a file that it was made from" if behind else ""
        of_job = [path for path in (*record.outputs, name) if path in other]
        done.different += bool(of_job)
        done.failures += [(path, f"rebuild: {other[path]}{also}") for path in of_job]
    if not done.ended:
        done.failures += [
            (name, "rebuild: this job left no record when made again")
            for name in sorted(expected - records.keys())
        ]
