"""Which files git has: in its index or in the last commit."""

import subprocess
from pathlib import Path


def kept_by_git(project: Path, folder: Path) -> frozenset[str]:
    """Return the files below a folder that git has, relative to it; none where git is not used."""
    # whoever runs a checkout's code may know its files, if it belongs to another user, too
    git = ["git", "-c", "safe.directory=*", "--literal-pathspecs"]
    commands = (
        [*git, "ls-files", "-z", "--", "."],
        [*git, "ls-tree", "-r", "-z", "--name-only", "HEAD", "--", "."],
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
