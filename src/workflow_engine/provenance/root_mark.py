"""The mark of an output root: a folder without it, unless it is empty, is somebody else's.

A real run sweeps its root and replaces two files of it. So before it looks at anything else, takes
the lock or writes, a root other than results/ must be new, empty, or bear the mark of an earlier
run. Neither file is ever written over one that is not ours.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workflow_engine.configuration.output_folder import MARK
from workflow_engine.provenance.own_files import OwnFiles
from workflow_engine.provenance.storage import StorageError
from workflow_engine.validation.explanation import shown
from workflow_engine.validation.regular_files import read_regular

ROOT_MARK = MARK
MANIFEST = ".manifest.json"  # which machine ran last
LOCK = ".lock"
EXTRACT = ".extract"  # in results/ of an archive of one result: its id
PROJECT = "compsparse"
_PART = ".part"
_LONGEST_MARK, _LONGEST_MANIFEST = 1 << 12, 1 << 22  # bytes


class OutputRootError(StorageError):
    """An output root that holds what is not this project's."""


def read_mark(out: Path) -> dict[str, Any] | None:
    """Return scale, root seed and what was set, with which an output root was made.

    None without a mark of ours. Marks without the project's name are of earlier versions; the key
    ``set`` is there only where something was set for that root.
    """
    content = _json(out / ROOT_MARK, _LONGEST_MARK)
    if not isinstance(content, dict) or content.pop("project", PROJECT) != PROJECT:
        return None
    scale, seed, assigned = content.get("scale"), content.get("root_seed"), content.get("set", {})
    if (
        set(content) - {"set"} != {"scale", "root_seed"}
        or not isinstance(assigned, dict)
        or not isinstance(scale, str)
        or type(seed) is not int
    ):
        return None
    return content


def check_root(out: Path, name: str, asked: Mapping[str, Any] | None) -> None:
    """Refuse an output root that a run must not touch; nothing is written.

    Args:
        out: the output root.
        name: how messages call it.
        asked: scale, root seed and what is set of the run; None for results/, which needs no mark.

    Raises:
        OutputRootError: it holds a file that is not ours where ours would go.
    """
    for file in (LOCK, MANIFEST, ROOT_MARK):
        if OwnFiles(out).refusal(file) is not None:
            raise OutputRootError(
                f"{name}/{file} is no regular file (a link, a folder or a device), so it is not "
                "this project's. Nothing was written; move it elsewhere or give another folder."
            )
    manifest = out / MANIFEST
    if os.path.lexists(manifest) and not _is_manifest(manifest):
        raise OutputRootError(
            f"{name}/{MANIFEST} is not what a run writes there, and the run would replace it. "
            "Nothing was written; move it elsewhere."
        )
    if asked is None or read_mark(out) is not None:
        return
    foreign = _first_foreign(out)
    if foreign == ROOT_MARK:
        raise OutputRootError(
            f"{name}/{ROOT_MARK} is not this project's mark of an output root, or was cut off or "
            f"edited. Nothing was written; give another folder, or, if all in this one was made by "
            f"this project, write {_mark_text(asked).strip()} into it."
        )
    if foreign is not None:
        raise OutputRootError(
            f"{name} has files this project did not put there (first: {shown(foreign)}), and no "
            f"{ROOT_MARK} says that it is an output root. Nothing was written; give an empty "
            "folder or a new one (--config out=DIR)."
        )


def write_mark(out: Path, asked: Mapping[str, Any]) -> None:
    """Say in an output root, after ``check_root``, that it is one, and what it was made with."""
    replace_whole(out / ROOT_MARK, _mark_text(asked))


def _mark_text(asked: Mapping[str, Any]) -> str:
    return json.dumps({"project": PROJECT, **asked}) + "\n"


def _is_manifest(path: Path) -> bool:
    if path.stat().st_size == 0:
        return True
    content = _json(path, _LONGEST_MANIFEST)
    return isinstance(content, dict) and {"python", "packages"} <= content.keys()


def replace_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all; a link is replaced, never followed."""
    part = path.with_name(path.name + _PART)
    part.unlink(missing_ok=True)
    with part.open("x", encoding="utf-8") as stream:
        stream.write(text)
    part.replace(path)


def _first_foreign(out: Path) -> str | None:
    """Return the first file, relative to ``out``, that no run put there before its mark."""
    ours = {LOCK, ROOT_MARK + _PART}
    if not out.is_dir():
        return None  # a new one
    for folder, folders, files in os.walk(out):
        folders.sort()
        found = sorted(name for name in files if Path(folder) != out or name not in ours)
        if found:
            return os.path.relpath(Path(folder, found[0]), out)
        if not folders and Path(folder) != out:
            return os.path.relpath(folder, out)  # empty folders are somebody's, too
    return None


def _json(path: Path, longest: int) -> Any:
    """Return what a small regular file holds, None for anything else."""
    try:
        return json.loads(read_regular(path, limit=longest))
    except (OSError, ValueError, RecursionError):
        return None
