"""What a sweep moved, or will move, in a line for each study and reason."""

import shlex
import sys
from collections.abc import Collection
from pathlib import Path

from workflow_engine.counted import counted
from workflow_engine.provenance.kept_by_git import kept_by_git
from workflow_engine.provenance.sweep import Doomed
from workflow_engine.provenance.trash import TRASH
from workflow_engine.validation.printable import printable


def tell(root: Path, out: str, swept: Collection[Doomed], date: str | None = None) -> None:
    """Print the lines.

    Args:
        root: of the project.
        out: the output root as it was written.
        swept: what was moved, or would be.
        date: of the folder that it was moved to; None where the run itself will do that.
    """
    where = "" if out == "results" else f" --out {shlex.quote(out)}"
    restore = f"`compsparse restore{where}`"
    if date is None:
        what_happens = f"will be moved to {out}/{TRASH} by the run itself; {restore} then brings"
    else:
        what_happens = f"moved to {out}/{TRASH}/{date}; {restore} brings"
    kept = set(kept_by_git(root, root / out) if swept else ())
    for group in swept:
        files = counted(len(group.paths), "file")
        in_git = len(kept & set(group.paths))
        git = f" ({in_git} of them in git)" if in_git else ""
        back = "them" if len(group.paths) > 1 else "it"
        print(
            f"{printable(group.study)}: {files} {group.why}{git} {what_happens} {back} back.",
            file=sys.stderr,
        )
