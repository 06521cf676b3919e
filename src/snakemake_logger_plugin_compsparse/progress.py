"""Turn Snakemake's log records into lines for people."""

import logging
import shutil
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TextIO

from snakemake_interface_logger_plugins.common import LogEvent

from workflow_engine.counted import counted

_LAST_LINES = 15
_SILENCE = 25.0  # seconds after which a run that writes to no terminal says what runs
_LISTED = 60  # rules, as many as a study has, that a dry run lists unasked
_NAMED = 3  # running jobs that are named then
_MOMENT = 0.1  # seconds after the end of a job in which a signal of its whole group is here, too
_OF_SLURM = ("slurmstepd", "srun: ")  # how what Slurm itself writes into a job's log begins
_FULL = 1 << 20  # bytes left on a disk that has no room for a message


class Estimator(Protocol):
    """Says what the jobs that write some files are expected to cost."""

    def summary(self, outputs: Iterable[str]) -> list[str]:
        """Return lines for people."""


class Meter(Protocol):
    """Measures a run; is told when jobs start and end."""

    def started(self, outputs: Iterable[str]) -> None:
        """Take in that the job starts that writes these files."""

    def finished(self, outputs: Iterable[str]) -> None:
        """Take in that the job has ended that writes these files."""

    def failed(self, outputs: Iterable[str]) -> None:
        """Take in that the job has failed that writes these files."""

    def left(self) -> str:
        """Return the time left in words; nothing where nothing is known of it."""


@dataclass
class _Job:
    rule: str
    wildcards: dict[str, str]
    logs: list[str]
    outputs: list[str]
    runs: bool = False

    def __str__(self) -> str:
        return " ".join([self.rule, *(f"{k}={v}" for k, v in self.wildcards.items())])


@dataclass
class Progress:
    """One run: what is done, what is left, what failed."""

    stream: TextIO
    dry_run: bool
    verbose: bool
    _jobs: dict[int, _Job] = field(default_factory=dict)
    _done: int = 0
    _total: int = 0
    _failed: set[int] = field(default_factory=set)
    _status: bool = False
    _first: bool = True
    _began: float = field(default_factory=time.monotonic)
    _said: float = 0.0  # when the last line was written
    _estimator: Estimator | None = None
    _meter: Meter | None = None
    _stopping: threading.Event = field(default_factory=threading.Event)

    def show(self, record: logging.LogRecord) -> None:
        """Show one record, or take in what it says."""
        event = getattr(record, "event", None)
        # the Snakefile hands these over in a record of its own
        self._estimator = getattr(record, "estimator", self._estimator)
        self._meter = getattr(record, "meter", self._meter)
        self._stopping = getattr(record, "stopping", self._stopping)
        if self._stops(event):
            return  # one sentence ends the run; what Snakemake says of jobs that end by it is noise
        if event == LogEvent.RUN_INFO:
            self._begin(getattr(record, "stats", {}))
        elif event == LogEvent.JOB_INFO:
            self._announce(record)
        elif event == LogEvent.JOB_FINISHED:
            self._finish(getattr(record, "job_id", -1))
        elif event == LogEvent.JOB_ERROR:
            self._fail(record)
        elif event == LogEvent.ERROR:
            # the failure of a job was shown with its log; Snakemake's own text repeats the command
            if "CalledProcessError" not in record.getMessage():
                self._line(record.getMessage().strip())
        elif event is None and (record.levelno >= logging.WARNING or self._matters(record)):
            self._line(record.getMessage().strip())

    def remind(self) -> None:
        """Say what runs, if for a while nothing was said; a terminal shows it all the time."""
        silent = time.monotonic() - self._said >= _SILENCE
        if not silent or not self._total or self.dry_run or self.stream.isatty():
            return
        if not self._stopping.is_set():
            running = [str(job) for job in self._jobs.values() if job.runs]
            more = [f"{len(running) - _NAMED} more"] if len(running) > _NAMED else []
            verb = "are running" if len(running) > 1 else "is running"
            self._line(
                f"{self._standing()} {', '.join(running[:_NAMED] + more)} {verb}"
                if running
                else f"{self._standing()} no job is running yet"
            )

    def end(self) -> None:
        """Close the display."""
        self._clear()
        if self._total and self.dry_run and self._estimator is not None:
            outputs = [path for job in self._jobs.values() for path in job.outputs]
            for line in self._estimator.summary(outputs):
                self._line(line)
        if self._total and not self.dry_run and self._done:
            seconds = _clock(time.monotonic() - self._began)
            failed = f", {len(self._failed)} failed" if self._failed else ""
            self._line(f"{self._done} of {counted(self._total, 'job')} done in {seconds}{failed}.")
        self._total = 0

    def _stops(self, event: Any) -> bool:
        # Ctrl-C goes to jobs, too, and their failure may come to be known first
        if event in (LogEvent.JOB_ERROR, LogEvent.ERROR):
            return self._stopping.wait(_MOMENT)
        return self._stopping.is_set()

    def _matters(self, record: logging.LogRecord) -> bool:
        return self.verbose or record.getMessage().startswith("Nothing to be done")

    def _begin(self, counts: dict[str, int]) -> None:
        if self._total:
            return  # a dry run says it again at its end
        waiting = {rule: int(count) for rule, count in counts.items() if rule != "total"}
        self._total = sum(waiting.values())
        verb = "would run" if self.dry_run else "to run"
        listed = self.verbose or (self.dry_run and len(waiting) <= _LISTED)
        more = " --verbose lists them, or name a study." if self.dry_run and not listed else ""
        self._line(f"{counted(self._total, 'job')} {verb}{':' if listed else '.'}{more}")
        for rule, count in sorted(waiting.items()) if listed else ():
            self._line(f"  {count:>4} {rule}")

    def _announce(self, record: Any) -> None:
        job = _Job(
            record.rule_name,
            {k: str(v) for k, v in dict(record.wildcards or {}).items()},
            [str(p) for p in record.log or []],
            [str(p) for p in record.output or []],
        )
        self._jobs[record.jobid] = job
        if self.dry_run:
            if self.verbose:
                self._line(f"  {job}: {record.reason}")
            return
        # Snakemake announces a job in the moment in which it starts it
        job.runs = True
        if self._meter is not None:
            self._meter.started(job.outputs)
        first, self._first = self._first, False
        if first and self._left() and not self.stream.isatty():
            self._line(f"{self._standing()} {job} is running")
        self._show_status()

    def _finish(self, number: int) -> None:
        job = self._jobs[number]
        self._done += 1
        self._failed.discard(number)  # another attempt
        if self._meter is not None:
            self._meter.finished(job.outputs)
        job.runs = False
        results = [path for path in job.outputs if "/figures/" in path]
        if results:
            self._line(f"{self._standing()} {job.rule}: {', '.join(results)}")
        elif any(path.endswith("/claims.json") for path in job.outputs):
            self._line(f"{self._standing()} {job.rule}: verdicts in {job.outputs[-1]}")
        self._show_status()

    def _fail(self, record: Any) -> None:
        number = getattr(record, "jobid", -1)
        self._failed.add(number)
        job = self._jobs.get(number)
        if job is None:
            return
        job.runs = False
        if self._meter is not None:
            self._meter.failed(job.outputs)
        self._line(f"{self._standing()} FAILED {job}")
        said = _by_scheduler(getattr(record, "rule_msg", None) or "")
        for line in said:
            self._line(f"    {line}")
        for log in job.logs:
            lines = _lines(log) or ["(empty)" if said else _why_empty(Path(log))]
            self._line(f"    log: {log}, its last lines:")
            for line in lines[-_LAST_LINES:]:
                self._line(f"    | {line}")
        # the rest of what a cluster's executor adds is Snakemake's own
        for log in {str(path) for path in getattr(record, "log", None) or []} - {*job.logs}:
            for line in _lines(log):
                if line.startswith(_OF_SLURM):
                    self._line(f"    {line}")

    def _standing(self) -> str:
        left = self._left()
        comma = ", " if left else ""
        return f"[{self._done:>{len(str(self._total))}}/{self._total}{comma}{left}]"

    def _left(self) -> str:
        return self._meter.left() if self._meter is not None else ""

    def _show_status(self) -> None:
        if not self.stream.isatty() or self.dry_run:
            return
        running = [str(job) for job in self._jobs.values() if job.runs]
        width = shutil.get_terminal_size().columns - 1
        text = f"{self._standing()} {', '.join(running)}"[:width]
        self.stream.write(f"\r\x1b[2K{text}")
        self.stream.flush()
        self._status = True

    def _clear(self) -> None:
        if self._status:
            self.stream.write("\r\x1b[2K")
            self._status = False

    def _line(self, text: str) -> None:
        self._clear()
        self.stream.write(f"{text}\n")
        self.stream.flush()
        self._said = time.monotonic()


def _lines(log: str) -> list[str]:
    try:
        return Path(log).read_text(errors="replace").rstrip().splitlines()
    except OSError:
        return ["(there is no log)"]


def _by_scheduler(text: str) -> list[str]:
    """Return what a cluster's executor says of a failure, without the command and advice."""
    for rest in ("For further error details", "Detailed failure reason", "    sbatch call:"):
        text = text.partition(rest)[0]
    return [line.strip() for line in text.splitlines() if line.strip()]


def _why_empty(log: Path) -> str:
    left = shutil.disk_usage(log).free
    if left < _FULL:
        return f"(empty: the disk has {left // 1024} KiB left; free some space, then start again)"
    return "(empty: the job was killed, most often for lack of memory; try fewer --cores)"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    return f"{minutes}:{rest:02d}"
