"""What the Snakefile needs: paths, inputs and parameters of the rules, taken from the plan.

A rule is names and wiring only; everything it hands to a job comes from here, and everything here
comes from the plan, which ledger and audit use as well.
"""

import atexit
import json
import platform
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from compsparse.configuration.load import Configuration, load
from compsparse.costs import requests
from compsparse.costs.book import CostBook, Found
from compsparse.costs.dry_run import RunEstimator
from compsparse.costs.machine import processor
from compsparse.costs.meter import RunMeter
from compsparse.job_server.start import StartedServers, start
from compsparse.numerics import environment_variables
from compsparse.provenance.audit import ROOT_MARK
from compsparse.provenance.job import Job, job_name
from compsparse.provenance.ledger import Judgment
from compsparse.provenance.lock import lock
from compsparse.provenance.plan import jobs_behind, makers, plan
from compsparse.provenance.project import Project
from compsparse.provenance.storage import check_writable, told_in_words
from compsparse.provenance.sweep import doomed, sweep
from compsparse.provenance.sync import synchronize

Wildcards = Any


@dataclass
class Wiring:
    """The rules' view of one configuration."""

    project: Project
    configuration: Configuration
    jobs: dict[str, Job]
    _held: list[IO[str]] = field(default_factory=list)
    _servers: StartedServers | None = None

    @classmethod
    def load(cls, overrides: Mapping[str, Any]) -> "Wiring":
        """Read params.yaml of the current project under the values of the command line."""
        project = Project.find()
        configuration = load(project.params, overrides)
        return cls(project, configuration, plan(configuration))

    @property
    def out(self) -> str:
        """The output root as rules write it."""
        return str(self.configuration.out)

    @property
    def epoch(self) -> str:
        """The input of every rule that divides valid from invalid results."""
        return str(self.project.epoch.relative_to(self.project.root))

    def synchronize(self, *, dry_run: bool) -> None:
        """Make mtimes tell the truth; a real run also takes the root's lock and sweeps orphans.

        Raises:
            StorageError: the output root cannot be written, or something there not read.
        """
        with told_in_words(self.out):
            self._synchronize(dry_run=dry_run)

    def _synchronize(self, *, dry_run: bool) -> None:
        out = self.project.root / self.out
        if not dry_run:
            self._held.append(lock(out / ".lock", self.out))
            self._mark(out)
        done = synchronize(self.project, out, self.jobs)
        if dry_run:
            lost = Counter(path.split("/")[0] for path in doomed(out, done.judgment, done.hashes))
            for study, count in lost.items():
                print(
                    f"{self.out}/{study}: {count} files are asked for by nobody any more, or no "
                    "longer follow; the next real run deletes them, and names each.",
                    file=sys.stderr,
                )
        else:
            planned = {*self.jobs, *makers(self.jobs)}
            for path in sweep(out, done.judgment, done.hashes):
                outdated = "it no longer follows from parameters, code and inputs"
                why = outdated if path in planned else "nobody asks for it any more"
                print(f"{self.out}/{path}: {why}; deleted.", file=sys.stderr)
            check_writable(out, self._written(done.judgment))

    def start_job_servers(self) -> None:
        """Start the processes that jobs of this run are forked from; they end with this process."""
        steps = sorted({job.step for job in self.jobs.values() if not job.on_request})
        self._servers = start(environment_variables(self.configuration.numerics), steps)
        if self._servers is not None:
            atexit.register(self._servers.stop)

    def announce(self, outputs: Iterable[str]) -> None:
        """Let the job servers load what the jobs need that write these files."""
        if self._servers is None:
            return
        coming = jobs_behind(outputs, Path(self.out), makers(self.jobs)).values()
        # one job of a module stands for all: they need the same libraries
        modules = {job.module: job for job in coming if not job.on_request}
        self._servers.announce(modules.values())

    def _written(self, judgment: Judgment) -> Iterator[str]:
        """Name the files that jobs of this run write: outputs, records, logs, temporary ones."""
        for name, job in self.jobs.items():
            if judgment.is_stale(name):
                yield from (*job.outputs.values(), name, f".logs/{job.study}/log", ".tmp/file")

    def _mark(self, out: Path) -> None:
        if self.configuration.out != Path("results"):
            asked = {"scale": self.configuration.scale, "root_seed": self.configuration.root_seed}
            (out / ROOT_MARK).write_text(json.dumps(asked) + "\n")
        machine = {
            "python": sys.version,
            "platform": platform.platform(),
            "machine": platform.machine(),
            "processor": processor(),
            "packages": _packages(),
        }
        (out / ".manifest.json").write_text(json.dumps(machine, indent=1) + "\n")

    @cached_property
    def costs(self) -> CostBook:
        """What the planned jobs were measured to cost."""
        return CostBook.open(self.project, self.configuration, self.jobs)

    def estimator(self, cores: int) -> RunEstimator:
        """Return what says at the end of a dry run what the run is expected to cost."""
        return RunEstimator(self.costs, Path(self.out), cores)

    def meter(self, cores: int) -> RunMeter:
        """Return what measures this run; call it before the job servers start.

        It writes its note when this process ends, after what was started later has been ended.
        """
        _ = self.costs  # a malformed file stops here, not in the functions of the rules
        meter = RunMeter(Path(self.out), self.jobs, cores)
        atexit.register(meter.write)
        return meter

    def memory(self, study: str, step: str, **fixed: str) -> Callable[[Wildcards], int]:
        """Return the function that gives a rule the megabytes that it asks for."""
        return lambda w: requests.memory(step, self._found(study, step, w, fixed))

    def runtime(self, study: str, step: str, **fixed: str) -> Callable[[Wildcards], int]:
        """Return the function that gives a rule the minutes that it asks for."""
        return lambda w: requests.runtime(step, self._found(study, step, w, fixed))

    def _found(
        self, study: str, step: str, wildcards: Wildcards, fixed: dict[str, str]
    ) -> Found | None:
        return self.costs.find(self._of(study, step, wildcards, fixed).record_path)

    def job(self, study: str, step: str, wildcards: Mapping[str, str]) -> Job:
        """Return the planned job of a step for some wildcards.

        Raises:
            LookupError: the plan has no such job; the message lists what it has.
        """
        name = job_name(step, wildcards)
        found = self.jobs.get(f"{study}/provenance/{name}.json")
        if found is None:
            has = [j.name for j in self.jobs.values() if (j.study, j.step) == (study, step)]
            raise LookupError(f"params.yaml asks for no job {study}/{name}; it asks for {has}.")
        return found

    def inputs(self, study: str, step: str, **fixed: str) -> Callable[[Wildcards], list[str]]:
        """Return the input function of a rule."""
        return lambda w: [f"{self.out}/{p}" for p in self._of(study, step, w, fixed).input_paths]

    def parameters(self, study: str, step: str, **fixed: str) -> Callable[[Wildcards], str]:
        """Return the function that gives a rule its whole job as one JSON string."""
        return lambda w: self._of(study, step, w, fixed).to_json()

    def _of(self, study: str, step: str, wildcards: Wildcards, fixed: dict[str, str]) -> Job:
        return self.job(study, step, {**fixed, **dict(wildcards.items())})

    def outputs(self, study: str, step: str, **fixed: str) -> dict[str, str]:
        """Return the output files of one job, by name."""
        job = self.job(study, step, fixed)
        return {name: f"{self.out}/{path}" for name, path in job.outputs.items()}

    def targets(self, study: str, steps: Iterable[str] = ("render", "judge")) -> list[str]:
        """Return the last files of a study: what a user asks for."""
        wanted = set(steps)
        return [
            f"{self.out}/{path}"
            for job in self.jobs.values()
            if job.study == study and job.step in wanted
            for path in job.outputs.values()
        ]

    def results(self, study: str) -> list[str]:
        """Return the ids of a study's results, in the order of the plan."""
        return [
            job.wildcards["result"]
            for job in self.jobs.values()
            if job.study == study and job.step == "render"
        ]

    @property
    def replicated(self) -> list[str]:
        """Return the studies whose verdicts a replication compares."""
        return [job.study for job in self.jobs.values() if job.step == "replicate"]

    @property
    def client(self) -> str:
        """The file that the process of a job runs."""
        return str(self.project.src / "compsparse/job_server/client.py")


def _packages() -> list[str]:
    """Return name-version of every installed package, read from folder names: that is fast."""
    folders = [Path(entry) for entry in sys.path if entry.endswith("site-packages")]
    return sorted({p.stem for folder in folders for p in folder.glob("*.dist-info")})
