"""What the Snakefile needs: paths, inputs and parameters of the rules, taken from the plan.

A rule is names and wiring only; everything it hands to a job comes from here, and everything here
comes from the plan, which ledger and audit use as well.
"""

import atexit
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import IO, Any

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import Configuration, load
from workflow_engine.costs import requests
from workflow_engine.costs.book import CostBook, Found
from workflow_engine.costs.dry_run import RunEstimator
from workflow_engine.costs.machine import processor
from workflow_engine.costs.meter import RunMeter
from workflow_engine.costs.order import priorities
from workflow_engine.costs.time_left import TimeLeft
from workflow_engine.device import environment_variables
from workflow_engine.isolation import job_environment
from workflow_engine.job_server.start import StartedServers, start
from workflow_engine.provenance.command_line import Call, Kind
from workflow_engine.provenance.job import Job, job_name
from workflow_engine.provenance.ledger import Judgment
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.manifest import write_manifest
from workflow_engine.provenance.memory import package_key
from workflow_engine.provenance.names import objection
from workflow_engine.provenance.on_request import (
    ASSEMBLE,
    assemble_jobs,
    groups,
    is_on_request,
    rule_of,
)
from workflow_engine.provenance.own_files import require_own
from workflow_engine.provenance.plan import jobs_behind, makers, plan
from workflow_engine.provenance.plan_memory import remembered
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.root_mark import LOCK, check_root, write_mark
from workflow_engine.provenance.source_files import require_sources
from workflow_engine.provenance.storage import check_writable, told_in_words
from workflow_engine.provenance.sweep import doomed, sweep
from workflow_engine.provenance.sync import synchronize
from workflow_engine.rule_function import Wildcards, resource_function, rule_function
from workflow_engine.rules import Rule, rules
from workflow_engine.swept import tell
from workflow_engine.validation.explanation import shown


@dataclass
class Wiring:
    """The rules' view of one configuration."""

    project: Project
    configuration: Configuration
    jobs: dict[str, Job]
    _overrides: dict[str, Any] = field(default_factory=dict)
    _package: str | None = None  # stands for the bytes of the package
    _held: list[IO[str]] = field(default_factory=list)
    _servers: StartedServers | None = None
    _time_left: TimeLeft | None = None
    _cores: int = 1
    _judgment: Judgment | None = None  # where the ledger was asked
    _unfinished: frozenset[str] | None = None  # studies of which something does not hold
    _expected: list[Job] = field(default_factory=list)  # one of each module that will probably run
    _again: bool = True  # what no ordinary run asks for has rules
    limits: requests.Limits = field(default_factory=requests.Limits)  # of jobs on a cluster

    @classmethod
    def load(cls, overrides: Mapping[str, Any]) -> "Wiring":
        """Read params.yaml of the current project under the values of the command line."""
        project = Project.find()

        def planned() -> tuple[Configuration, dict[str, Job]]:
            configuration = load(project.params, overrides)
            return configuration, plan(configuration, again=True)

        package = package_key(project)
        configuration, jobs = remembered(project, package, overrides, planned)
        found = cls(project, configuration, jobs, dict(overrides), package)
        out = project.root / configuration.out
        found._assemble(name for name, job in jobs.items() if (out / name).is_file())
        return found

    def _assemble(self, held: Iterable[str]) -> None:
        """Add the jobs of official verdicts, made of what is there or will be."""
        planned = {n: job for n, job in self.jobs.items() if job.step != ASSEMBLE}
        self.jobs = planned | assemble_jobs(planned.values(), set(held))

    @property
    def out(self) -> str:
        """The output root as rules write it."""
        return str(self.configuration.out)

    @property
    def epoch(self) -> str:
        """The input of every rule that divides valid from invalid results."""
        return str(self.project.epoch.relative_to(self.project.root))

    def synchronize(self, call: Call) -> None:
        """Make mtimes tell the truth; a run also takes the root's lock, marks it and sweeps.

        Raises:
            ConfigurationError: Snakemake read the output root otherwise than it was written.
            StorageError: the output root is not ours, cannot be written, or not be read.
        """
        if call.out is not None and Path(call.out) != self.configuration.out:
            raise ConfigurationError(
                f"--config out: the value is {shown(call.out)}, which Snakemake reads as YAML, as "
                f"{shown(self.out)}. Give a name without signs that mean something there (# : ')."
            )
        if call.repeated:
            raise ConfigurationError(
                f"{call.repeated[0]} is given twice on the command line, and Snakemake keeps "
                "only the last. Write --config and each key once; one set takes several values: "
                'set="factorial.single_pass.train.steps=100 factorial.single_pass.train.layers=2".'
            )
        if call.kind is not Kind.QUESTION:
            rules = self.project.root / "workflow" / "rules"
            if unknown := objection(call.targets, self.jobs, Path(self.out), rules):
                raise ConfigurationError(unknown)
            asked = call.studies(self.jobs, Path(self.out))
            require_sources(self.project, self._overrides, self.jobs.values(), asked)
        with told_in_words(self.out):
            self._synchronize(call)

    def _synchronize(self, call: Call) -> None:
        out = self.project.root / self.out
        require_own(out, self.jobs.values())
        written_there = out.resolve() == self.project.results.resolve()
        asked = None if written_there else self._asked
        check_root(out, self.out, asked)
        if call.kind is Kind.RUN:
            self._held.append(lock(out / LOCK, self.out))
            check_root(out, self.out, asked)  # another run may have had it meanwhile
            if asked is not None:
                write_mark(out, asked)
            write_manifest(out, processor())
        planned = {n: job for n, job in self.jobs.items() if job.step != ASSEMBLE}
        done = synchronize(self.project, out, planned, self._package)
        studies = call.studies(self.jobs, out)
        self._judgment = done.judgment
        held = filter(done.judgment.may_hold, done.judgment.records)
        asked_again = call.on_request(self.jobs, out)
        self._again = bool(asked_again) or call.kind is Kind.QUESTION
        self._assemble([*held, *asked_again])
        if call.by_files and call.kind is not Kind.QUESTION:
            made_by = makers(self.jobs)
            self._unfinished = frozenset(made_by[path].study for path in done.judgment.bad)
        if call.kind is Kind.RUN:
            self._expected = self.expected(call.targets, studies, done.judgment)
            date, swept = sweep(out, done.judgment, done.hashes, studies)
            tell(self.project.root, self.out, swept, str(date))
            check_writable(out, self._written(done.judgment))
        elif call.kind is Kind.DRY_RUN:
            coming = doomed(out, done.judgment, done.hashes, studies)
            tell(self.project.root, self.out, coming)

    @property
    def _asked(self) -> dict[str, Any]:
        present = self.configuration
        asked = {"scale": present.scale, "root_seed": present.root_seed}
        return asked | ({"set": present.assigned} if present.assigned else {})

    def start_job_servers(self) -> None:
        """Start the processes that jobs are forked from, if any will run; they end with it."""
        if self._unfinished == frozenset():
            return
        steps = sorted({job.step for job in self.jobs.values() if not is_on_request(job)})
        environment = job_environment(os.environ, self.project.root)
        environment |= environment_variables(self.configuration.numerics)
        self._servers = start(self.project.root, environment, steps, self._expected)
        if self._servers is not None:
            atexit.register(self._servers.stop)

    def expected(
        self, targets: Iterable[str], studies: Collection[str], judgment: Judgment
    ) -> list[Job]:
        """Return jobs that will probably run, one of each module, before Snakemake's graph says so.

        None where the targets are not whole studies: they may need few jobs of theirs.
        """
        if not set(targets) <= set(studies):
            return []
        return self._of_modules(
            job
            for name, job in self.jobs.items()
            if job.study in studies and judgment.is_stale(name)
        )

    @staticmethod
    def _of_modules(jobs: Iterable[Job]) -> list[Job]:
        """Return one job of each module: all of them need the same libraries."""
        return list({job.module: job for job in jobs if not is_on_request(job)}.values())

    def announce(self, outputs: Iterable[str]) -> None:
        """Tell what will run: these files are written. Job servers load what the jobs need."""
        outputs = list(outputs)
        if self._time_left is not None:
            self._time_left.expect(outputs)
        if self._servers is None:
            return
        coming = jobs_behind(outputs, Path(self.out), makers(self.jobs)).values()
        self._servers.announce(self._of_modules(coming))

    def _written(self, judgment: Judgment) -> Iterator[str]:
        """Name the files that jobs of this run write: outputs, records, logs, temporary ones."""
        for name, job in self.jobs.items():
            if judgment.is_stale(name):
                yield from (*job.outputs.values(), name, f".logs/{job.study}/log", ".tmp/file")

    @cached_property
    def costs(self) -> CostBook:
        """What the planned jobs were measured to cost."""
        return CostBook.open(self.project, self.configuration, self.jobs)

    def estimator(self, cores: int) -> RunEstimator:
        """Return what says at the end of a dry run what the run is expected to cost."""
        self._cores = cores
        return RunEstimator(self.costs, Path(self.out), cores)

    def meter(self, cores: int) -> RunMeter:
        """Return what measures this run; call it before the job servers start.

        It writes its note when this process ends, after what was started later has been ended.
        """
        _ = self.costs  # a malformed file stops here, not in the functions of the rules
        out, self._cores = Path(self.out), cores
        self._time_left = TimeLeft(self.costs, out, cores)
        meter = RunMeter(out, self.jobs, cores, self._time_left)
        atexit.register(meter.write)
        return meter

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules of all studies."""
        return rules(self.jobs.values())

    def asks(
        self, request: requests.Request, study: str, step: str, **fixed: str
    ) -> Callable[[Wildcards, int], int]:
        """Return the function that gives a rule the memory or the minutes that it asks for."""
        found = partial(self._found, study, step, fixed=fixed)
        return resource_function(
            lambda w, attempt: request(step, self.costs.scale, found(w), attempt, self.limits)
        )

    @cached_property
    def _priorities(self) -> dict[str, float]:
        judgment = self._judgment or Judgment(self.jobs)
        again = judgment.follows_bad()
        unmade = [
            name
            for name, job in self.jobs.items()
            if judgment.is_stale(name) or not again.keys().isdisjoint(job.outputs.values())
        ]
        ordinary = [name for name in unmade if not is_on_request(self.jobs[name])]
        return priorities(self.costs, ordinary, self._cores)

    def priority(self, study: str, step: str, **fixed: str) -> Callable[[Wildcards], float]:
        """Return the function that gives a rule the priority of a job: cheap results come first."""
        return rule_function(
            lambda w: self._priorities.get(self._of(study, step, w, fixed).record_path, 0.0)
        )

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
        return rule_function(
            lambda w: [f"{self.out}/{p}" for p in self._of(study, step, w, fixed).input_paths]
        )

    def parameters(self, study: str, step: str, **fixed: str) -> Callable[[Wildcards], str]:
        """Return the function that gives a rule its whole job as one JSON string."""
        return rule_function(lambda w: self._of(study, step, w, fixed).to_json())

    def _of(self, study: str, step: str, wildcards: Wildcards, fixed: dict[str, str]) -> Job:
        return self.job(study, step, {**fixed, **dict(wildcards.items())})

    def outputs(self, study: str, step: str, **fixed: str) -> dict[str, str]:
        """Return the output files of one job, by name."""
        job = self.job(study, step, fixed)
        return {name: f"{self.out}/{path}" for name, path in job.outputs.items()}

    def targets(
        self, study: str, steps: Iterable[str] = ("render", "judge", ASSEMBLE)
    ) -> list[str]:
        """Return the last files of a study: what a user asks for."""
        wanted = set(steps)
        return [
            f"{self.out}/{path}"
            for job in self.jobs.values()
            if job.study == study and job.step in wanted
            for path in job.outputs.values()
        ]

    def unfinished_targets(self, study: str) -> list[str]:
        """Return the last files of a study, or none where the ledger vouches for every file of it.

        Snakemake would come to the same answer, but takes longer for its graph of a thousand jobs
        than for all else that a dry run does.
        """
        finished = self._unfinished is not None and study not in self._unfinished
        return [] if finished else self.targets(study)

    @property
    def on_request(self) -> list[Job]:
        """The jobs that no ordinary run asks for, in a run that does.

        Elsewhere what they made is as it is: verdicts follow from it, and nothing makes it again.
        """
        return [job for job in self.jobs.values() if self._again and is_on_request(job)]

    rule_of = staticmethod(rule_of)

    def requested(self, *steps: str) -> dict[str, list[str]]:
        """Return by study and step, all unless given, files on request, and verdicts."""
        return {
            group: [f"{self.out}/{path}" for job in jobs for path in job.outputs.values()]
            for group, jobs in groups(self.jobs.values()).items()
            if not steps or jobs[0].step in steps
        }

    @property
    def client(self) -> str:
        """The file that the process of a job runs."""
        return str(self.project.src / "workflow_engine/job_server/client.py")
