"""Other Pythons on this machine, as far as there are any: the project supports several."""

import os
import subprocess
from pathlib import Path

from workflow_engine.provenance.environment import SUPPORTED_PYTHONS

_ASK = "import sys; print(*sys.version_info[:3], sep='.')"


def interpreters() -> dict[str, Path]:
    """Return an executable for each version that starts here, ``{"3.12.1": path}``.

    They need not have any package. Programs that only pretend, such as a version manager's for a
    version that is not chosen, are left out.
    """
    folders = [Path(folder) for folder in os.get_exec_path()]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += sorted(pyenv.glob("versions/*/bin"))
    found: dict[str, Path] = {}
    asked: set[Path] = set()
    for name in (f"python{version}" for version in SUPPORTED_PYTHONS):
        for candidate in (folder / name for folder in folders):
            if not candidate.is_file() or candidate.resolve() in asked:
                continue
            asked.add(candidate.resolve())
            command = [str(candidate), "-I", "-c", _ASK]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                found.setdefault(done.stdout.strip(), candidate)
    return found
