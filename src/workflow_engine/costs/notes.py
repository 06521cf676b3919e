"""The notes that jobs leave under ``<root>/.costs``: what each took, in a file of its own.

Not in the record, which has to be the same wherever the job runs. A file for each job, written
aside and renamed, needs no lock on any file system. Imports little: the job servers load this.
"""

import contextlib
import hashlib
import json
import os
import resource
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from workflow_engine.provenance.job import Job
from workflow_engine.validation.regular_files import read_text

FOLDER = ".costs"
# what getrusage calls maxrss: kibibytes on Linux, bytes on macOS
_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Note:
    """What one job took, and a digest of the job as it was planned."""

    job: str
    cpu: float
    wall: float
    memory: float
    size: int


def job_digest(job: Job) -> str:
    """Return a digest of all that the plan says about a job."""
    return hashlib.sha256(job.to_json().encode()).hexdigest()[:16]


def cpu_seconds(usage: resource.struct_rusage) -> float:
    """Return the CPU seconds of a process, in its own code and in the kernel."""
    return usage.ru_utime + usage.ru_stime


def megabytes(usage: resource.struct_rusage) -> float:
    """Return the largest resident memory of a process, in 10^6 bytes."""
    return usage.ru_maxrss * _RSS_UNIT / 1e6


def process_age() -> float:
    """Return the seconds since this process started."""
    try:
        # the fields after the command's name, which may hold anything; the 22nd is the start
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        started = int(fields[22 - 3]) / os.sysconf("SC_CLK_TCK")
        return time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, AttributeError):
        return time.process_time()  # where the kernel does not tell: starting is computing, mostly


def write_note(out: Path, job: Job, usage: resource.struct_rusage, wall: float) -> None:
    """Note what a job took that has ended well.

    A job is not worth failing for its note: where the note cannot be written, there is none.
    """
    with contextlib.suppress(OSError):
        note = Note(
            job=job_digest(job),
            cpu=round(cpu_seconds(usage), 3),
            wall=round(wall, 3),
            memory=round(megabytes(usage), 1),
            size=sum((out / path).stat().st_size for path in job.outputs.values()),
        )
        write_aside(_path(out, job), json.dumps(asdict(note)) + "\n")


def write_aside(path: Path, text: str) -> None:
    """Write a file under another name and rename it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def read_notes(out: Path, jobs: Iterable[Job]) -> dict[str, Note]:
    """Return, by record path, the notes of jobs that were measured as they are planned now."""
    notes = {}
    for job in jobs:
        with contextlib.suppress(OSError, ValueError, TypeError):
            note = Note(**json.loads(read_text(_path(out, job))))
            if note.job == job_digest(job):
                notes[job.record_path] = note
    return notes


def _path(out: Path, job: Job) -> Path:
    return out / FOLDER / job.study / f"{job.name}.json"
