"""The command ``compsparse sweep STUDY``: files of a study that is switched off go to the trash.

A run leaves them alone, since it was not asked for that study.
"""

from pathlib import Path

from workflow_engine.counted import counted
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.ledger import judge
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.output_roots import root_configuration
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.restoring import checked_root
from workflow_engine.provenance.root_mark import LOCK
from workflow_engine.provenance.storage import told_in_words
from workflow_engine.provenance.sweep import sweep
from workflow_engine.provenance.trash import TRASH, TrashError


def moved_text(project: Project, out: Path, study: str) -> str:
    """Move the recorded files of a study that params.yaml does not list; return what was done.

    Raises:
        TrashError: the study is listed, or the folder is no output root.
        StorageError: the file system refuses.
    """
    root = checked_root(project, out)
    configuration = root_configuration(project, root)
    if study in configuration.studies:
        raise TrashError(
            f"{study} is in the list `studies` of params.yaml, so the next run would make its "
            "files again. Take it out of the list first."
        )
    with told_in_words(str(out)), lock(root / LOCK, str(out)):
        hashes = Hashes()
        jobs = plan(configuration, again=True)
        judgment = judge(root, project.root, jobs, Digests(project), hashes)
        date, swept = sweep(root, judgment, hashes, {study})
    if date is None:
        return f"{out} has no files of {study} that a record names; nothing was moved."
    count = sum(len(group.paths) for group in swept)
    back = f"compsparse restore {date}" + ("" if root == project.results else f" --out {out}")
    return f"{study}: {counted(count, 'file')} moved to {out}/{TRASH}/{date}; undo: `{back}`."
