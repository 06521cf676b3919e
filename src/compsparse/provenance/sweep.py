"""Delete results that nobody asks for any more, where a record proves that they are ours.

A sweep value taken out of params.yaml leaves files and records behind. A file is deleted only if a
record of ours names exactly its bytes and no planned job makes it. Foreign files are never deleted;
the audit names them.
"""

from pathlib import Path

from compsparse.provenance.hashes import Hashes
from compsparse.provenance.ledger import Judgment
from compsparse.provenance.plan import makers


def sweep(out: Path, judgment: Judgment, hashes: Hashes) -> list[str]:
    """Delete orphans under ``out``; return what was deleted, relative to it."""
    planned = makers(judgment.jobs)
    deleted: list[str] = []
    # a stale record of a planned job may name files that the job used to write
    for name, record in judgment.records.items():
        if not judgment.faults[name]:
            continue
        left = False
        for path, sha in record.outputs.items():
            content = hashes(out / path)
            if path in planned or path in deleted or content is None:
                continue
            if content == sha:
                (out / path).unlink()
                deleted.append(path)
                _remove_empty_folders((out / path).parent, out)
            else:
                left = True  # changed since: the record is the only word on where it came from
        if name in judgment.orphans and not left:
            (out / name).unlink()
            deleted.append(name)
            _remove_empty_folders((out / name).parent, out)
    return deleted


def _remove_empty_folders(folder: Path, out: Path) -> None:
    while folder not in (out, out.parent) and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
