"""Carry a study's results over to the present code, or say what differs."""

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from compsparse.carry.candidates import Costs, candidates
from compsparse.carry.carried import Carried
from compsparse.carry.claimed import Claimed
from compsparse.carry.committed import Committed, read_committed
from compsparse.carry.drawing import draw
from compsparse.carry.equal_run import DRAWN, NOT_MEASURED, EqualRun, require_equal_run
from compsparse.carry.errors import CarryError
from compsparse.carry.making_again import Again, say
from compsparse.carry.renamed_modules import FILE, read_renamed_modules
from compsparse.carry.twin import RUN, Twin
from compsparse.carry.writing import Writing
from workflow_engine.configuration.assignments import as_config
from workflow_engine.configuration.load import Configuration, load
from workflow_engine.costs.book import CostBook
from workflow_engine.nested_run import run_nested
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.dvc_lock_writing import record_what_is_here
from workflow_engine.provenance.hashes import Hashes, sha256
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, changed_values, judge
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.on_request import ASSEMBLE, JUDGE, REQUEST, is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record, times
from workflow_engine.provenance.root_mark import LOCK
from workflow_engine.provenance.storage import told_in_words


def carry(
    project: Project,
    study: str,
    revision: str = "HEAD",
    *,
    requests: bool = False,
    twin: Path | None = None,
) -> Carried:
    """Carry replication and worlds of a study over from a commit.

    Nothing is written unless all is equal.

    Args:
        project: the checkout, after a default run of the present code.
        study: its name.
        revision: the commit whose results hold the tables.
        requests: whether experiments on request are carried over, too. They cost too much to be
            made again: nothing is proved of steps that the run does not have, and records say so.
        twin: a checkout of that commit with an environment. Old and new code then both run here,
            and records of the run itself are carried over, too: for machines on which the
            committed code itself has other bytes than the commit.

    Raises:
        CarryError: what differs, or why nothing can be carried over.
        ComparisonError: git cannot be asked.
    """
    configuration = load(project.params)
    if study not in configuration.studies:
        raise CarryError(
            f"{study!r} is not in the list `studies` of params.yaml; allowed: "
            f"{', '.join(configuration.studies)}."
        )
    with told_in_words("carry"), TemporaryDirectory() as folder:
        committed = read_committed(project, study, revision, Path(folder))
        beside = None if twin is None else Twin(twin.resolve(), committed)
        return _Carrying(project, configuration, study, committed, requests, beside).done()


class _Carrying:
    """One attempt for one study."""

    def __init__(
        self,
        project: Project,
        configuration: Configuration,
        study: str,
        committed: Committed,
        requests: bool,
        twin: Twin | None,
    ) -> None:
        self.project = project
        self.configuration = configuration
        self.study = study
        self.committed = committed
        self.requests = requests
        self.twin = twin
        self.renamed = read_renamed_modules(project.root)
        self.digests = Digests(project)
        self.jobs = plan(configuration, again=True)
        self.now: Judgment = self._judged(project.results)

    def done(self) -> Carried:
        """Compare everything, then write."""
        stale = {
            name: record
            for name, record in self.committed.on_request.items()
            if name in self.jobs and self.now.is_stale(name)
            if self.requests or record.job.step != REQUEST
        }
        if not self.committed.on_request:
            raise CarryError(
                f"The commit {self.committed.described} holds neither replication nor worlds nor "
                f"requests of {self.study}. Name one that does: `compsparse carry {self.study} "
                "--of COMMIT`."
            )
        if not stale:
            return Carried({})
        ordinary = {} if self.twin is None else self._stale_of_the_run
        self._require_few(stale | ordinary)
        run = self._equal_run
        self._require_same_requests(stale)
        code = {
            name: self.digests.code_and_environment(self.jobs[name])
            for name in sorted(stale | ordinary)
        }
        found = candidates(self.committed, stale.values(), self._ordinary)
        if not found and any(record.job.step != REQUEST for record in stale.values()):
            raise CarryError(
                f"No evaluation of {self.study} is stored with numbers, so none can be made again "
                "to prove anything. Make the tables anew."
            )
        draw_digest = digest({name: list(code[name]) for name in stale})
        general = self.configuration.carry
        cost = Costs(self._ordinary, self._known_costs)
        replication = cost.of_run() * len(self.configuration.other_seeds[self.study])
        drawn = draw(found, draw_digest, cost, general.share * replication, general.evaluations)
        again = Again(
            self.project,
            self.configuration,
            self.study,
            self.committed,
            list(stale.values()),
            Claimed.of(self.project.root, self.study, self.committed.out),
            self.twin,
        )
        drawn += [one for one in found if one not in drawn and again.lacking(one)]
        again.require_equal(drawn)
        proof = {
            "commit": self.committed.commit,
            "draw": draw_digest,
            "equal_files": run.files,
            "equal_run": run.digest,
            "made_again": [str(evaluation) for evaluation in drawn],
            "of_evaluations": len(found),
        } | ({} if self.twin is None else {"twin": True})
        self._write(ordinary, stale, proof, code)
        if self.twin is not None:  # `dvc repro` would want data that are not here
            record_what_is_here(self.project.root, self.study)
        steps = Counter(f"{record.job.study}/{record.job.step}" for record in stale.values())
        return Carried(steps, run, tuple(drawn), len(found), len(ordinary))

    def _judged(self, out: Path) -> Judgment:
        return judge(out, self.project.root, self.jobs, self.digests, Hashes())

    @property
    def _equal_run(self) -> EqualRun:
        """Compare the run with the committed one, or old code's with new code's on this machine."""
        twin, general = self.twin, self.configuration
        if twin is None:
            before = self.committed.ordinary
            return require_equal_run(self.study, before, self.now, self.renamed)
        behind_claims = {
            n: r for n, r in self.committed.ordinary.items() if r.job.step not in NOT_MEASURED
        }
        assigned = as_config(general.assigned)
        files = [p for r in behind_claims.values() for p in r.outputs]
        say(f"The committed code, in {twin.root}:")
        twin.make(RUN, files, general.scale, general.root_seed, assigned)
        measuring = [job for job in self._ordinary if job.step not in NOT_MEASURED]
        files = [path for job in measuring for path in job.outputs.values()]
        say("The present code:")
        code = run_nested(
            RUN, files, general.scale, general.root_seed, assigned, folder=self.project.root
        )
        if code:
            raise CarryError(f"snakemake ended with {code}; the reason stands above.")
        before = {n: r for n, r in twin.records(RUN, parameters=True).items() if n in behind_claims}
        now = self._judged(self.project.root / RUN)
        maker = "the committed code makes"
        return require_equal_run(self.study, before, now, self.renamed, maker)

    @cached_property
    def _stale_of_the_run(self) -> dict[str, Record]:
        """Return the committed records of the run itself that are of other code.

        Raises:
            CarryError: what lies in ``results/`` is not what they say.
        """
        found = {}
        for name, record in self.committed.ordinary.items():
            if record.job.step == DRAWN or name not in self.jobs:
                continue
            for path, sha in record.outputs.items():
                there = self.project.results / path
                if there.exists() and sha256(there) != sha:
                    raise CarryError(
                        f"results/{path} is not the committed file. With a twin, results/ stays as "
                        f"the commit has it; both runs go to {RUN}. Take a clean clone, or "
                        f"`git checkout {self.committed.commit[:10]} -- results/{self.study}`."
                    )
            now = self.digests.code_and_environment(self.jobs[name])
            if (record.code, record.environment) != now:
                found[name] = record
        return found

    def _require_few(self, stale: Mapping[str, Record]) -> None:
        most = self.configuration.carry.at_most
        for record in stale.values():
            if len(record.carried) >= most:
                raise CarryError(
                    f"{record.job.study}/{record.job.name} was carried over "
                    f"{times(len(record.carried))} since it was made; allowed: {most} "
                    "(carry.at_most in params.yaml). Make it anew: `snakemake replication worlds "
                    "requests`."
                )

    def _require_same_requests(self, stale: Mapping[str, Record]) -> None:
        """Hold the plan under the modules' old names against the committed jobs."""
        before = self.committed.ordinary
        named = partial(self.renamed.as_before, before=before)
        planned = plan(self.configuration, named, self.study, again=True)
        for name, record in stale.items():
            was, now = record.job, planned[name]
            runs = {self.renamed.new(module) for module in was.runs}
            if surplus := sorted(runs ^ set(self.jobs[name].runs)):
                raise CarryError(
                    f"{was.study}/{was.name} runs {surplus[0]} in the commit or now, but not in "
                    f"both. If a module was renamed, say so in {FILE}."
                )
            old, new = (replace(job, runs=[], module="").as_json() for job in (was, now))
            for place, value, other in changed_values(old, new):
                raise CarryError(
                    f"{place} of {was.study}/{was.name} was {value!r} and is {other!r}: parameters "
                    "at other root seeds, in worlds or on request differ. Make it anew: "
                    "`snakemake replication worlds requests`."
                )

    @cached_property
    def _ordinary(self) -> list[Job]:
        return [j for j in self.jobs.values() if j.study == self.study and not is_on_request(j)]

    @property
    def _known_costs(self) -> dict[str, float]:
        book = CostBook.open(self.project, self.configuration, self.jobs)
        found = {job.record_path: book.find(job.record_path) for job in self._ordinary}
        return {name: known.cost.cpu for name, known in found.items() if known is not None}

    def _write(
        self,
        ordinary: Mapping[str, Record],
        stale: Mapping[str, Record],
        proof: Mapping[str, Any],
        code: Mapping[str, tuple[str, str]],
    ) -> None:
        """Bring back files, and write records of the present code that say what was proved."""
        writing = Writing(self.project.results, self.committed)
        lock_file = self.project.results / LOCK
        # the whole proof stands once, in the records of the tables on request
        short = {key: proof[key] for key in ("commit", "draw", "equal_run", "twin") if key in proof}
        with lock(lock_file, "results"):
            for name, record in ordinary.items():
                if record.job.step != JUDGE:  # judged by the claims as they are now
                    writing.as_committed(self.jobs[name], record, code[name], short)
        if self.twin is not None:
            by_hand(self.project, self.study, JUDGE)
        with lock(lock_file, "results"):
            for name, record in stale.items():
                said = dict(proof)
                if record.job.step == REQUEST:
                    said |= {"made_again": [], "of_evaluations": 0}
                writing.as_committed(self.jobs[name], record, code[name], said)
        by_hand(self.project, self.study, ASSEMBLE)


def by_hand(project: Project, study: str, step: str) -> None:
    """Give a study's verdicts anew on the metrics that are there.

    Raises:
        CarryError: the job failed.
    """
    command = [sys.executable, "-P", "-m", "compsparse", "run", study, step]
    if subprocess.run(command, cwd=project.root, check=False).returncode:
        raise CarryError(
            f"The claims of {study} could not be judged; the reason stands above. Cure it and "
            "start again."
        )
