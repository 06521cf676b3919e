"""What the last run under an output root ran on, in no record and not in git.

Records say what decides the bytes. Where bytes differ all the same, the manifest of both roots is
the first thing to look at, and `compsparse compare` does.
"""

import json
import platform
import sys
from pathlib import Path

from workflow_engine.provenance.root_mark import MANIFEST, replace_whole
from workflow_engine.validation.regular_files import read_text


def write_manifest(out: Path, processor: str) -> None:
    """Write what this process runs on into an output root, after ``check_root``."""
    machine = {
        "python": _interpreter(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "processor": processor,
        "packages": _packages(),
    }
    replace_whole(out / MANIFEST, json.dumps(machine, indent=1) + "\n")


def interpreter_text(out: Path) -> str | None:
    """Return the Python of the last run under a root in a few words; None if that is not known.

    Nothing vouches for a manifest: one that is damaged, of another form or no plain text says
    nothing.
    """
    path = out / MANIFEST
    try:
        python = json.loads(read_text(path))["python"]
        text = f"{python['implementation']} {python['version']} ({python['compiler']})"
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return text if text.isprintable() else None


def _interpreter() -> dict[str, str]:
    number, date = platform.python_build()
    return {
        "implementation": platform.python_implementation(),
        "version": platform.python_version(),
        "build": f"{number}, {date}",
        "compiler": platform.python_compiler(),
        "executable": sys.executable,
        "installed_as": _installed_as(),
    }


def _installed_as() -> str:
    """Return how Python and packages came to be together: who may have put something else there."""
    if (Path(sys.prefix) / "conda-meta").is_dir():
        return "conda environment"
    return "system" if sys.prefix == sys.base_prefix else "virtual environment"


def _packages() -> list[str]:
    """Return name-version of every installed package, read from folder names: that is fast."""
    folders = [Path(entry) for entry in sys.path if entry.endswith("site-packages")]
    return sorted({p.stem for folder in folders for p in folder.glob("*.dist-info")})
