"""Take over from the run what a world does not touch, so that nothing is done twice.

Files are copied, not linked: a file's time is a function of its validity in its own output root.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path

from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.ledger import Judgment


def valid(judgment: Judgment) -> set[str]:
    """Return the records that hold, and were made from nothing that does not."""
    spoiled = {*judgment.bad, *judgment.follows_bad()}
    return {
        name
        for name in judgment.holding()
        if name in judgment.jobs and spoiled.isdisjoint(judgment.jobs[name].outputs.values())
    }


def adopt(judgment: Judgment, base: Path, root: Path, wanted: Iterable[str]) -> int:
    """Copy outputs and records of some jobs into another output root; return of how many.

    The ledger of the other root judges them as its own, so whatever went wrong on the way is made
    again there. What does not hold in ``base`` is left out.

    Args:
        judgment: of the root that they are taken from, by all of its ledger.
        base: that root.
        root: the other one.
        wanted: paths of their records.
    """
    adopted = 0
    for name in sorted(valid(judgment).intersection(wanted)):
        record = judgment.records[name]
        for path, sha in record.outputs.items():
            if sha256(root / path) != sha:
                _copy(base / path, root / path)
        if sha256(root / name) != sha256(base / name):
            _copy(base / name, root / name)
        adopted += 1
    return adopted


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    shutil.copyfile(source, part, follow_symlinks=False)
    part.replace(target)
