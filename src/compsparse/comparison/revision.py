"""Files of one git revision, written to a folder exactly as git stores them."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from compsparse.comparison.errors import ComparisonError

CODE = ("src", "constraints.txt", "dvc.lock")
RESULTS = "results"
# a checkout that belongs to another user is read, too: its code runs here already
_GIT = ("git", "-c", "safe.directory=*")


def find_commit(root: Path, text: str) -> str | None:
    """Return the full name of the commit that ``text`` names in a checkout, if it names one.

    Raises:
        ComparisonError: git is not installed, or ``root`` lies in no git repository.
    """
    _git(root, "rev-parse", "--git-dir")
    if text.startswith("-"):
        return None
    command = [*_GIT, "rev-parse", "--verify", "--quiet", f"{text}^{{commit}}"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def described(root: Path, commit: str) -> str:
    """Return a commit's short name and subject."""
    return _git(root, "show", "--no-patch", "--format=%h %s", commit).decode(errors="replace")[:-1]


def export(root: Path, commit: str, places: tuple[str, ...], folder: Path) -> None:
    """Write some files and folders of a commit below ``folder``, byte for byte.

    Not by ``git archive``, which may convert line ends.

    Raises:
        ComparisonError: git cannot read the commit.
    """
    # a name in git may be no UTF-8
    listed = os.fsdecode(_git(root, "ls-tree", "-r", "-z", commit, "--", *places)).split("\0")
    blobs: list[tuple[str, str]] = []
    for entry in filter(None, listed):
        head, _, path = entry.partition("\t")
        mode, _, name = head.split()
        if mode.startswith("100"):  # a plain file, neither a link nor a submodule
            blobs.append((path, name))
    names = "".join(f"{name}\n" for _, name in blobs).encode()
    contents = _blobs(_git(root, "cat-file", "--batch", stdin=names))
    for (path, _), content in zip(blobs, contents, strict=True):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _blobs(stream: bytes) -> Iterator[bytes]:
    """Split the answer of ``git cat-file --batch``: a line with the size, content, a newline."""
    start = 0
    while start < len(stream):
        line_end = stream.index(b"\n", start)
        words = stream[start:line_end].split()
        if len(words) != 3:
            raise ComparisonError(
                f"git lacks the object {words[0].decode()}; run `git fetch --refetch` in this "
                "clone, or compare in a complete one."
            )
        content_end = line_end + 1 + int(words[2])
        yield stream[line_end + 1 : content_end]
        start = content_end + 1


def _git(root: Path, *arguments: str, stdin: bytes | None = None) -> bytes:
    try:
        done = subprocess.run(
            [*_GIT, *arguments], cwd=root, input=stdin, capture_output=True, check=False
        )
    except OSError as error:
        raise ComparisonError(
            f"git cannot be started ({error}); install it, or give two folders of results."
        ) from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip()
        raise ComparisonError(
            f"git {arguments[0]} fails in {root} ({reason}). A revision needs a git repository; "
            "without one, give two folders of results."
        )
    return done.stdout
