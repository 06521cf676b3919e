"""Which files git has: in its index or in the last commit."""

import subprocess
from pathlib import Path


def kept_by_git(project: Path, folder: Path) -> frozenset[str]:
    """Return the files below a folder that git has, relative to it; none where git is not used."""
    commands = (
        ["git", "--literal-pathspecs", "ls-files", "-z", "--", "."],
        ["git", "--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", "HEAD", "--", "."],
    )
    if not folder.resolve().is_relative_to(project.resolve()):
        return frozenset()
    found: set[str] = set()
    for command in commands:
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            continue  # no git, no repository, no commit yet
        found |= {
            name.decode(errors="surrogateescape") for name in done.stdout.split(b"\0") if name
        }
    return frozenset(found)
