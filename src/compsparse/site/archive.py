"""The site as one zip file, with the same bytes wherever the same pages are packed."""

import hashlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from workflow_engine.provenance.storage import told_in_words

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first date that a zip file can hold
_UNIX = 3  # of a system that has modes
_READABLE = 0o100644 << 16


def write_archive(site: Path, target: Path) -> str:
    """Pack a site into a zip file and return the file's SHA-256.

    Names come in order, below the archive's own; dates, owners and modes are fixed.

    Raises:
        StorageError: the file may not be written.
    """
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    with told_in_words("compsparse site"):
        target.parent.mkdir(parents=True, exist_ok=True)
        with ZipFile(target, "w") as archive:
            for path in paths:
                entry = ZipInfo(f"{target.stem}/{path}", _EARLIEST)
                entry.create_system = _UNIX
                entry.external_attr = _READABLE
                entry.compress_type = ZIP_DEFLATED
                archive.writestr(entry, (site / path).read_bytes())
        return hashlib.sha256(target.read_bytes()).hexdigest()
