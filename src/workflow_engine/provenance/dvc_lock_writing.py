"""Write into dvc.lock what lies in ``results/`` now, for outputs that are here.

For what no run made: in a clone without data, records and tables that were carried over. DVC itself
would want all data first. Parameters, commands and ``deps`` stay as they are, to the byte.
"""

import re
from pathlib import Path

from workflow_engine.provenance.dvc_lock import file_md5, folder_md5
from workflow_engine.provenance.own_files import everything_below


def record_what_is_here(root: Path, study: str) -> list[str]:
    """Write md5 and size of a study's recorded outputs that exist; return those that changed.

    Args:
        root: of the project.
        study: its name.
    """
    lock = root / "dvc.lock"
    if not lock.exists():
        return []
    changed: list[str] = []

    def renewed(found: re.Match[str]) -> str:
        place = root / found["path"]
        if not place.exists():
            return found[0]
        now = f"{found['head']}{_described(place)}"
        changed.extend([found["path"]] if now != found[0] else [])
        return now

    output = rf"(?P<head>    - path: (?P<path>results/{re.escape(study)}/\S+)\n      hash: md5\n)"
    described = r"      md5: \S+\n      size: \d+\n(?:      nfiles: \d+\n)?"
    text = re.sub(f"{output}{described}", renewed, lock.read_text(encoding="utf-8"))
    if changed:
        part = lock.with_name("dvc.lock.part")
        part.write_text(text, encoding="utf-8")
        part.replace(lock)
    return changed


def _described(place: Path) -> str:
    """Return the lines that DVC writes of a file or a folder."""
    if place.is_file():
        return f"      md5: {file_md5(place)}\n      size: {place.stat().st_size}\n"
    files = [Path(entry.path) for entry in everything_below(place)]
    size = sum(path.stat().st_size for path in files)
    return f"      md5: {folder_md5(place)}\n      size: {size}\n      nfiles: {len(files)}\n"
