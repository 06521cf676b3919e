"""Removes what an interrupted installation left half done, which pip would refuse to replace.

    python -I installation/clear_halves.py

A package is whole when its folder of metadata has a RECORD, which is written last. pip moves what
it replaces to names that begin with ``~``. Only virtual environments are touched.
"""

import shutil
import sys
import sysconfig
from pathlib import Path


def halves(packages: Path) -> list[Path]:
    """Return what is half there in a folder of installed packages."""
    unrecorded = [
        folder for folder in packages.glob("*.dist-info") if not (folder / "RECORD").is_file()
    ]
    return sorted({*unrecorded, *packages.glob("~*")})


if __name__ == "__main__":
    if sys.prefix != sys.base_prefix:
        for half in halves(Path(sysconfig.get_path("purelib"))):
            print(f"install: {half.name} was left half installed; it is removed.")
            shutil.rmtree(half) if half.is_dir() else half.unlink()
