"""Tell Snakemake what the ledger knows, through modification times and nothing else.

Every rule has the epoch file as an input. A file that no record vouches for gets an mtime before
the epoch, so Snakemake makes it again; a file that holds gets one after all its inputs. Contents
are never touched. The mtime of an invalid file is taken from its content's hash: a constant would
let DVC, which compares inode, mtime and size, mistake one content for another.
"""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, judge
from workflow_engine.provenance.memory import Memory
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.readings import Readings
from workflow_engine.validation.regular_files import kind

EPOCH_NS = 10**18  # September 2001


def ensure_epoch(path: Path) -> None:
    """Make the epoch file; not empty, since Snakemake compares empty inputs by checksum."""
    status = path.lstat() if os.path.lexists(path) else None
    if status is None or kind(status) is not None or status.st_size == 0:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)  # a link or a pipe; what it leads to is not ours
        path.write_text("Results older than this file are not valid; see docs/provenance.md.\n")
    if path.lstat().st_mtime_ns != EPOCH_NS:
        set_time(path, EPOCH_NS)


def set_time(path: Path, moment: int) -> None:
    """Set a file's own modification time, in nanoseconds, never that of what a link leads to."""
    os.utime(path, ns=(moment, moment), follow_symlinks=False)


@dataclass
class Synchronization:
    """The judgment after which the mtimes were set."""

    judgment: Judgment
    hashes: Hashes


def synchronize(
    project: Project, out: Path, jobs: dict[str, Job], package: str | None = None
) -> Synchronization:
    """Set the mtimes of all planned files and records under ``out``.

    What follows from the bytes of the package that ``package`` stands for is remembered.
    """
    ensure_epoch(project.epoch)
    hashes = Hashes(project.hash_memory)
    read = Readings(project.readings_memory)
    memory = Memory(project.package_memory, package) if package else Memory()
    digests = Digests(project, read, memory)
    judgment = judge(out, project.root, jobs, digests, hashes)
    stale = [*judgment.bad, *(name for name, faults in judgment.faults.items() if faults)]
    for name in stale:
        with suppress(FileNotFoundError):  # a dry run takes no lock: a real one may be under way
            _age(out, name, hashes)
    for name in judgment.holding():
        record = judgment.records[name]
        with suppress(FileNotFoundError):
            sources = [out / path for path in record.inputs]
            newest = max([EPOCH_NS, *(path.lstat().st_mtime_ns for path in sources)])
            for path in record.outputs:
                _freshen(out / path, newest, hashes)
            _freshen(out / name, EPOCH_NS, hashes)
    hashes.save()
    read.save()
    memory.save()
    return Synchronization(judgment, hashes)


def _age(out: Path, name: str, hashes: Hashes) -> None:
    path = out / name
    content = hashes(path, below=out)
    if content is None:
        return  # gone, never made, or nothing that may be touched
    moment = int(content[:14], 16) % (EPOCH_NS - 10**9)
    if path.lstat().st_mtime_ns != moment:
        set_time(path, moment)
        hashes.moved(path)


def _freshen(path: Path, newest_input: int, hashes: Hashes) -> None:
    now = time.time_ns()
    if not newest_input <= path.lstat().st_mtime_ns <= now:
        moment = max(now, newest_input)
        set_time(path, moment)
        hashes.moved(path)
