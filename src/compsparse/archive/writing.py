"""A zip file with the same bytes each time: sorted names, one date, no owner."""

import hashlib
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

from compsparse.archive.contents import ArchiveError, Entry, contents
from workflow_engine.counted import counted
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.storage import told_in_words

_DATE = (1980, 1, 1, 0, 0, 0)  # the first that zip files know
_UNIX = 3
_FOLDER = Entry(b"")


def write_archive(project: Project, to: Path, result: str | None, *, with_data: bool) -> str:
    """Write an archive (see ``contents``) and return what to tell about it.

    Raises:
        ArchiveError: the file exists; see ``contents`` for more.
    """
    if os.path.lexists(to):
        raise ArchiveError(f"{to} exists; move it elsewhere or give another name.")
    with told_in_words("archive"):
        files = contents(project, result, with_data=with_data)
        to.parent.mkdir(parents=True, exist_ok=True)
        part = to.with_name(f"{to.name}.part")
        try:
            write_zip(part, files)
            part.rename(to)
        finally:
            part.unlink(missing_ok=True)
    with to.open("rb") as stream:
        sha = hashlib.file_digest(stream, "sha256").hexdigest()
    return f"{counted(len(files), 'file')}, {to.stat().st_size / 1e6:.1f} MB, sha256 {sha}"


def write_zip(to: Path, files: Mapping[str, Entry]) -> None:
    """Write files into a new zip file; equal content leaves equal bytes, by the same zlib."""
    # a crate whose metadata name a folder needs an entry of its own for it
    folders = {f"{path.partition('/')[0]}/": _FOLDER for path in files if "/" in path}
    with zipfile.ZipFile(to, "x") as archive:
        for path, entry in sorted({**folders, **files}.items()):
            about = zipfile.ZipInfo(path, _DATE)
            about.create_system = _UNIX
            about.compress_type = zipfile.ZIP_DEFLATED
            kind = 0o040755 if entry is _FOLDER else 0o100755 if entry.runs else 0o100644
            about.external_attr = kind << 16
            content = entry.content
            archive.writestr(about, content if isinstance(content, bytes) else content.read_bytes())
