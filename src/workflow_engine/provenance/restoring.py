"""The command ``compsparse restore``: what a sweep moved to the trash comes back."""

from pathlib import Path

from workflow_engine.counted import counted
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.root_mark import LOCK, check_root, read_mark
from workflow_engine.provenance.storage import told_in_words
from workflow_engine.provenance.trash import TRASH, TrashError, dates, files, restore
from workflow_engine.validation.printable import printable


def listed_text(project: Project, out: Path, date: str | None) -> str:
    """Return what the trash of an output root holds, a line for each sweep, or one sweep's files.

    Raises:
        TrashError: the folder is no output root, or its trash is no folder.
    """
    root = checked_root(project, out)
    with told_in_words(str(out)):
        known = dates(root)
        if date is not None and date in known:
            return "\n".join(printable(f"{out}/{path}") for path in files(root, date))
        lines = [
            f"{printable(moment)}: {counted(len(files(root, moment)), 'file')}" for moment in known
        ]
    return "\n".join(lines) or f"{out}/{TRASH} is empty."


def restored_text(project: Project, out: Path, date: str | None) -> str:
    """Bring back the files of one sweep, by default the newest; return what was done.

    Raises:
        TrashError: no sweep was on that date, or other files lie there; nothing was moved.
        StorageError: the file system refuses.
    """
    root = checked_root(project, out)
    if date is None and not dates(root):
        return f"{out}/{TRASH} is empty: no sweep has moved anything there."
    with told_in_words(str(out)), lock(root / LOCK, str(out)):
        done = restore(root, date)
    text = f"{counted(len(done.files), 'file')} of {done.date} brought back to {out}."
    if done.already_there:
        text += f" {counted(done.already_there, 'file')} already there with equal bytes."
    return text + (
        " The next run moves them away again unless params.yaml asks for them: put the value back "
        "first."
    )


def checked_root(project: Project, out: Path) -> Path:
    """Return an output root as a whole path.

    Raises:
        TrashError: the folder is none.
        OutputRootError: files in it are in the way of ours.
    """
    root = out.resolve()
    written = root == project.results.resolve()
    if not root.is_dir() or not (written or read_mark(root) is not None):
        raise TrashError(f"{out} is no output root: neither results/ nor made with --config out=.")
    check_root(root, str(out), None)
    return root
