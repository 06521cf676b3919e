"""Move results that nobody asks for any more to the trash, where a record proves them to be ours.

A sweep value taken out of params.yaml leaves files and records behind. A file is moved only if a
record of ours names exactly its bytes, no planned job makes it, and its study is one that the run
was asked for. Foreign files stay; the audit names them. Checkpoints of jobs that nobody plans go
too; those of jobs that are done are of no use to anyone and are deleted.

A job on request (a replication) is made by no ordinary run, so what it left would stay and tell of
an earlier state. It goes as well when it no longer follows from parameters, code and inputs.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from workflow_engine.provenance.checkpoints import PART, checkpoint_path, checkpoints_below
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.ledger import Judgment
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import makers
from workflow_engine.provenance.trash import is_plain, remove_empty_folders, to_trash

NOBODY_ASKS = "nobody asks for any more"
OUTDATED = "that no longer follow from parameters, code and inputs"


@dataclass(frozen=True)
class Doomed:
    """Files of one study that a sweep moves for the same reason, relative to the output root."""

    study: str
    why: str
    paths: tuple[str, ...]


def sweep(
    out: Path, judgment: Judgment, hashes: Hashes, studies: Collection[str]
) -> tuple[str | None, list[Doomed]]:
    """Move what is doomed to the trash; return its date there, None if nothing was, and what."""
    found = doomed(out, judgment, hashes, studies)
    date = to_trash(out, [path for group in found for path in group.paths])
    _delete_checkpoints(out, judgment, studies)
    return date, found


def doomed(out: Path, judgment: Judgment, hashes: Hashes, studies: Collection[str]) -> list[Doomed]:
    """Return what the next sweep of some studies moves, by study and reason."""
    planned = {*judgment.jobs, *makers(judgment.jobs)}
    found: dict[tuple[str, str], list[str]] = {}
    for path in _unasked(out, judgment, hashes, studies):
        why = OUTDATED if path in planned else NOBODY_ASKS
        found.setdefault((path.split("/")[0], why), []).append(path)
    for study, path, planned_job in _checkpoints(out, judgment, studies):
        if not planned_job:
            found.setdefault((study, NOBODY_ASKS), []).append(path)
    return [Doomed(study, why, tuple(paths)) for (study, why), paths in sorted(found.items())]


def _unasked(out: Path, judgment: Judgment, hashes: Hashes, studies: Collection[str]) -> list[str]:
    outdated = _outdated(judgment)
    planned = {p for p, job in makers(judgment.jobs).items() if job.record_path not in outdated}
    found: dict[str, None] = {}
    # a stale record of a planned job may name files that the job used to write
    for name, record in judgment.records.items():
        if not judgment.faults[name] or name.split("/")[0] not in studies:
            continue
        left = False
        for path, sha in record.outputs.items():
            if path in planned or path in found or not is_plain(out, path):
                continue
            content = hashes(out / path, below=out)
            if content == sha and path.split("/")[0] in studies:
                found[path] = None
            elif content is not None:
                left = True  # changed since: the record is the only word on where it came from
        if (name in outdated or name not in judgment.jobs) and not left and is_plain(out, name):
            found[name] = None
    return list(found)


def _outdated(judgment: Judgment) -> set[str]:
    """Return the records of jobs on request that do not hold, and will not after this run."""
    on_request = {name for name, job in judgment.jobs.items() if is_on_request(job)}
    there = on_request.intersection(judgment.records)
    return {name for name in there if not judgment.may_hold(name)}


def _delete_checkpoints(out: Path, judgment: Judgment, studies: Collection[str]) -> None:
    """Delete the checkpoints of some studies' jobs that are done."""
    for _, path, planned_job in _checkpoints(out, judgment, studies):
        if planned_job:
            (out / path).unlink(
                missing_ok=True
            )  # perhaps by a killed run's job that has just ended
            remove_empty_folders((out / path).parent, out)


def _checkpoints(
    out: Path, judgment: Judgment, studies: Collection[str]
) -> list[tuple[str, str, bool]]:
    """Return the checkpoints that no job to be done takes up: study, path, is their job planned."""
    there = checkpoints_below(out)
    jobs = {str(checkpoint_path(Path(), name)): name for name in judgment.jobs if there}
    found = [(path, jobs.get(path.removesuffix(PART))) for path in there]
    return [
        (study, path, name is not None)
        for path, name in found
        if name is None or not judgment.is_stale(name)
        if (study := Path(path).parts[1]) in studies and is_plain(out, path)
    ]
