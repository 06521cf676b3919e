"""Hold the run in ``results/`` against a committed one: every byte behind the claims is equal.

Figures and their records do not count: no claim is judged on them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from compsparse.carry.errors import CarryError
from compsparse.carry.renamed_modules import RenamedModules
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, changed_values
from workflow_engine.provenance.on_request import ASSEMBLE, JUDGE, is_on_request
from workflow_engine.provenance.record import Record

DRAWN = "render"  # the step whose jobs no claim is judged on
NOT_MEASURED = (DRAWN, JUDGE, ASSEMBLE)
COMMIT = "in the commit"


@dataclass(frozen=True)
class EqualRun:
    """A run that is equal to the committed one.

    Attributes:
        files: how many were compared.
        digest: of their paths and hashes.
        jobs: how many jobs have other code, another environment or another module's name.
    """

    files: int
    digest: str
    jobs: int


def require_equal_run(
    study: str,
    before: Mapping[str, Record],
    now: Judgment,
    renamed: RenamedModules,
    maker: str = COMMIT,
) -> EqualRun:
    """Compare data, models, tables and metrics of a study with the committed ones.

    Verdicts follow from them and from the claims, of which any word may have changed.

    Args:
        study: its name.
        before: the committed records of ordinary jobs, or those of the committed code's run here.
        now: what the ledger says of ``results/``, or of the other run here.
        renamed: modules that have other names now.
        maker: of what it is compared with, for messages.

    Raises:
        CarryError: the first difference, or what does not hold here.
    """
    jobs = {
        name: job
        for name, job in now.jobs.items()
        if job.study == study and job.step not in NOT_MEASURED and not is_on_request(job)
    }
    there = {name for name, record in before.items() if record.job.step not in NOT_MEASURED}
    if missing := sorted(there ^ jobs.keys()):
        which = "only in the commit" if missing[0] in there else "not in the commit"
        raise CarryError(
            f"The job of {missing[0]} is {which}. Tables are carried over between runs of the same "
            f"jobs; make them anew: `snakemake {study}_replicate {study}_worlds`."
        )
    hashes: dict[str, str] = {}
    changed = 0
    for name, job in jobs.items():
        _require_holding(name, job, now)
        was, record = before[name], now.records[name]
        named = renamed.as_before(job, before)
        _require_same_job(name, was.job, named)
        for kind, old, new in (
            ("", was.outputs, record.outputs),
            ("the input ", was.inputs, record.inputs),
            ("the source ", was.sources, record.sources),
        ):
            if old != new:
                path = next(p for p in sorted(old.keys() | new.keys()) if old.get(p) != new.get(p))
                raise CarryError(
                    f"{kind}{path} of {job.study}/{job.name} has other bytes than {maker}: "
                    "the change of code is no mere refactoring. `compsparse compare HEAD` tells by "
                    f"how much; `snakemake {study}_replicate {study}_worlds` makes the tables anew."
                )
        hashes |= record.outputs
        changed += (was.code, was.environment, was.job.module) != (
            record.code,
            record.environment,
            job.module,
        )
    return EqualRun(len(hashes), digest(hashes), changed)


def _require_holding(name: str, job: Job, now: Judgment) -> None:
    bad = next((path for path in job.outputs.values() if path in now.bad), None)
    faults = now.faults.get(name, []) or (now.bad[bad] if bad else [])
    if faults or name not in now.records:
        reason = f" ({faults[0]})" if faults else ""
        raise CarryError(
            f"{job.study}/{job.name} does not hold here{reason}. Run `snakemake {job.study}` "
            "first: what is carried over is proved by a run of the present code."
        )


def _require_same_job(name: str, was: Job, job: Job) -> None:
    """Compare two jobs; which modules a job runs by a Snakemake of its own is not looked at."""
    old, new = (replace(job_then, runs=[]).as_json() for job_then in (was, job))
    for place, before, after in changed_values(old, new):
        raise CarryError(
            f"{place} of {name} was {before!r} and is {after!r}. Tables are carried over between "
            f"equal parameters only; make them anew: `snakemake {job.study}_replicate "
            f"{job.study}_worlds`."
        )
