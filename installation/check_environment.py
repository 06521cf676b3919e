"""Compares the environment with the locks and names what no hash vouches for.

    python -I installation/check_environment.py [REPORT... | LOCK]

REPORT is what ``pip install --report`` wrote when it installed torch or its libraries. Which build
of torch that is depends on the machine, and not every build's hash can be had, so it is compared
afterwards. LOCK is installation/torch.lock, where torch was installed by the hashes in it.
Exit code 1: a package of requirements.lock or torch is missing or of another version.
"""

import json
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))  # -I leaves it out, with the user's own

try:
    from locked_requirements import Locked, read
    from packaging.utils import canonicalize_name
except ModuleNotFoundError as error:
    sys.exit(f"{error.name} is not installed; run installation/install.sh PYTHON first.")

LOCKS = Path(__file__).resolve().parent
# the project itself, and what does the verifying: it came with Python
_APART = {"compsparse", "pip"}


def installed() -> dict[str, str]:
    """Return name and version of every distribution that this interpreter finds."""
    found: dict[str, str] = {}
    for distribution in metadata.distributions():
        # the first on the path is the one that is imported
        found.setdefault(canonicalize_name(distribution.metadata["Name"]), distribution.version)
    return found


def differences(locked: Iterable[Locked], found: dict[str, str]) -> list[str]:
    """Return a phrase for each locked package that is missing or of another version.

    Build labels (``+cpu``) do not count.
    """
    phrases = []
    for one in locked:
        version = found.get(one.name)
        if not one.applies or (version and version.partition("+")[0] == one.version):
            continue
        there = f"{version} is installed" if version else "is not installed"
        phrases.append(f"{one.name} {there}, the lock has {one.version}")
    return phrases


def unverified(
    locked: Iterable[Locked], found: dict[str, str], index: Iterable[Locked], report: dict[str, Any]
) -> list[str]:
    """Return ``name version`` of each installed package that no known hash was compared with.

    Args:
        locked: what was installed by hash.
        found: what is installed.
        index: torch and its device libraries, with the hashes of the index's files.
        report: pip's report of their installation.
    """
    known = {one.name: set(one.hashes) for one in index}
    compared = {one.name for one in locked} | _APART
    for item in report.get("install", []):
        name = canonicalize_name(item["metadata"]["name"])
        hashes = item["download_info"].get("archive_info", {}).get("hashes", {})
        if hashes.get("sha256") in known.get(name, ()):
            compared.add(name)
    return [f"{name} {version}" for name, version in sorted(found.items()) if name not in compared]


def main(arguments: list[str]) -> int:
    """Compare, print, return the exit code."""
    locked, index = read(LOCKS / "requirements.lock"), read(LOCKS / "torch.lock")
    found = installed()
    wrong = differences([*locked, *(one for one in index if one.name == "torch")], found)
    if wrong:
        print(
            f"The environment of {sys.executable} is not the locked one: {'; '.join(wrong)}. "
            f"Install it again: installation/install.sh {sys.executable}",
            file=sys.stderr,
        )
        return 1
    applying = sum(one.applies for one in locked)
    print(f"Installed: the {applying} packages of requirements.lock, and torch {found['torch']}.")
    report: dict[str, Any] = {"install": []}
    for path in map(Path, arguments):
        if path.suffix == ".lock":
            locked += read(path)
        else:
            report["install"] += json.loads(path.read_text(encoding="utf-8")).get("install", [])
    names = unverified(locked, found, index, report)
    print(f"Not verified by a hash: {', '.join(names) or 'none'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
