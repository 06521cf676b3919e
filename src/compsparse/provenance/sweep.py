"""Delete results that nobody asks for any more, where a record proves that they are ours.

A sweep value taken out of params.yaml leaves files and records behind. A file is deleted only if a
record of ours names exactly its bytes and no planned job makes it. Foreign files are never deleted;
the audit names them. Checkpoints of jobs that are done or planned no more go too.

A job on request (a replication) is made by no ordinary run, so what it left would stay and tell of
an earlier state. It goes as well when it no longer follows from parameters, code and inputs.
"""

from pathlib import Path

from compsparse.provenance.checkpoints import sweep_checkpoints
from compsparse.provenance.hashes import Hashes
from compsparse.provenance.ledger import Judgment
from compsparse.provenance.plan import makers


def sweep(out: Path, judgment: Judgment, hashes: Hashes) -> list[str]:
    """Delete orphans under ``out``; return what was deleted, relative to it."""
    deleted = doomed(out, judgment, hashes)
    for path in deleted:
        (out / path).unlink()
        _remove_empty_folders((out / path).parent, out)
    wanted = [name for name in judgment.jobs if judgment.is_stale(name)]
    for path in sweep_checkpoints(out, wanted):
        deleted.append(path)
        if (out / path).parent.exists():
            _remove_empty_folders((out / path).parent, out)
    return deleted


def doomed(out: Path, judgment: Judgment, hashes: Hashes) -> list[str]:
    """Return the results and records, relative to ``out``, that the next sweep deletes."""
    outdated = _outdated(judgment)
    planned = {p for p, job in makers(judgment.jobs).items() if job.record_path not in outdated}
    found: list[str] = []
    # a stale record of a planned job may name files that the job used to write
    for name, record in judgment.records.items():
        if not judgment.faults[name]:
            continue
        left = False
        for path, sha in record.outputs.items():
            content = hashes(out / path)
            if path in planned or path in found or content is None:
                continue
            if content == sha:
                found.append(path)
            else:
                left = True  # changed since: the record is the only word on where it came from
        if (name in outdated or name in judgment.orphans) and not left:
            found.append(name)
    return found


def _outdated(judgment: Judgment) -> set[str]:
    """Return the records of jobs on request that do not hold, and will not after this run."""
    found = set()
    for name, record in judgment.records.items():
        if name in judgment.jobs and judgment.jobs[name].on_request:
            # an input that this run makes again may get the same bytes as before
            again = tuple(f"{path} " for path in record.inputs if path in judgment.bad)
            faults = judgment.faults[name]
            if any(not (f.kind == "input" and f.detail.startswith(again)) for f in faults):
                found.add(name)
    return found


def _remove_empty_folders(folder: Path, out: Path) -> None:
    while folder not in (out, out.parent) and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
