"""Hold the files on disk against the last commit itself, byte by byte.

Git's own answer (``git status``) goes through the index, which can be told not to look
(``assume-unchanged``, ``skip-worktree``, relaxed settings of ``stat``), and through ignore files.
Here git only lists the commit; the bytes on disk are hashed anew, and everything that decides a
result counts: code, workflow, parameters, pins, dvc.lock, and what git holds of the results.

That the commit's own objects are sound is for ``git fsck`` to say.
"""

import hashlib
import io
import os
import stat
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RESULTS = "results"
# what decides results, apart from results themselves
DECIDING = (
    "src",
    "workflow",
    "profiles",
    "Snakefile",
    "params.yaml",
    "dvc.yaml",
    "dvc.lock",
    "constraints.txt",
    "pyproject.toml",
    "requirements*",
    "installation",
)
# folders of a study under results/ that DVC versions; what git holds there all the same counts
DVC_FOLDERS = ("data", "models", "figures")
_LINK, _SUBMODULE = "120000", "160000"


class GitError(Exception):
    """Git cannot be asked about the last commit; the message says why."""


@dataclass(frozen=True)
class Departure:
    """A file that is not as in the last commit."""

    path: str
    kind: str  # changed, missing, new

    def __str__(self) -> str:
        return {
            "changed": "differs from the last commit",
            "missing": "is in the last commit, but not here",
            "new": "is not in the last commit",
        }[self.kind]


@dataclass(frozen=True)
class Head:
    """What the last commit holds of a project.

    Attributes:
        commit: its full name.
        blobs: every file, by path relative to the project's root.
    """

    commit: str
    blobs: dict[str, "Blob"]


@dataclass(frozen=True)
class Blob:
    """A file of the commit: git's mode, the object's name, its size where git can tell."""

    mode: str
    name: str
    size: int | None


def head(root: Path) -> Head:
    """Read the list of the last commit of the repository around a project.

    Raises:
        GitError: no git, no repository, no commit, or objects that are missing.
    """
    commit = _git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").decode().strip()
    prefix = _prefix(root)
    blobs: dict[str, Blob] = {}
    for entry in _git(root, "ls-tree", "-r", "-l", "-z", "--full-tree", commit).split(b"\0"):
        if entry:
            about, _, path = entry.partition(b"\t")
            mode, _, name, size = about.decode().split()
            blob = Blob(mode, name, int(size) if size.isdecimal() else None)
            if os.fsdecode(path).startswith(prefix):
                blobs[os.fsdecode(path).removeprefix(prefix)] = blob
    return Head(commit, blobs)


def commit_date(root: Path, commit: str) -> str:
    """Return when a commit was made, in ISO 8601."""
    return _git(root, "show", "--no-patch", "--format=%cI", commit).decode().strip()


def committed_files(root: Path, commit: str) -> Iterator[tuple[str, bytes, bool]]:
    """Yield the regular files of a commit: path in the project, content, whether it can be run."""
    stream = io.BytesIO(_git(root, "archive", "--format=tar", commit))
    with tarfile.open(fileobj=stream) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isreg() else None
            if content is not None:
                yield member.name, content.read(), bool(member.mode & 0o100)


def departures(root: Path, commit: Head, places: tuple[str, ...]) -> list[Departure]:
    """Return the files of some places that are not on disk as in the commit, sorted by path.

    Args:
        root: the project's root.
        commit: see ``head``.
        places: names in the root; one that ends in ``*`` stands for all that begin so.
    """
    found = []
    held = {path: blob for path, blob in commit.blobs.items() if _lies_in(path, places)}
    for path, blob in held.items():
        same = _is_there(root / path, blob)
        if not same:
            found.append(Departure(path, "missing" if same is None else "changed"))
    found += [Departure(path, "new") for path in _on_disk(root, places) if path not in held]
    return sorted(found, key=lambda departure: departure.path)


def _lies_in(path: str, places: tuple[str, ...]) -> bool:
    first = path.partition("/")[0]
    return any(
        first.startswith(place[:-1]) if place.endswith("*") else first == place for place in places
    )


def _is_there(path: Path, blob: Blob) -> bool | None:
    """Say whether a file is what the commit holds; None where there is nothing."""
    try:
        status = path.lstat()
        if blob.mode == _LINK and stat.S_ISLNK(status.st_mode):
            return _has_name(os.fsencode(path.readlink()), blob.name)
        # a link or a device in place of a file; a submodule is no part of this project
        if blob.mode in (_LINK, _SUBMODULE) or not stat.S_ISREG(status.st_mode):
            return False
        # the size first: a file of terabytes is not read
        return blob.size in (None, status.st_size) and _has_name(path.read_bytes(), blob.name)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return False  # what cannot be read cannot be vouched for


def _has_name(content: bytes, name: str) -> bool:
    kind = "sha1" if len(name) == 40 else "sha256"
    text = f"blob {len(content)}\0".encode() + content
    return hashlib.new(kind, text, usedforsecurity=False).hexdigest() == name


def _on_disk(root: Path, places: tuple[str, ...]) -> Iterator[str]:
    """Name the files of the places that git should hold, folders of tools left out."""
    for top in root.iterdir():
        if not _lies_in(top.name, places):
            continue
        if top.is_symlink() or not top.is_dir():
            yield top.name
            continue
        for folder, below, files in os.walk(top):
            relative = Path(folder).relative_to(root).parts
            below[:] = [
                entry_name for entry_name in below if not _of_a_tool((*relative, entry_name))
            ]
            links = [entry_name for entry_name in below if (Path(folder) / entry_name).is_symlink()]
            for file in (*files, *links):
                if not _of_dvc((*relative, file)):
                    yield "/".join((*relative, file))


def _of_a_tool(folder: tuple[str, ...]) -> bool:
    """Say whether a folder holds caches or state, never anything that decides a result."""
    name = folder[-1]
    return name == "__pycache__" or name.startswith(".") or name.endswith(".egg-info")


def _of_dvc(path: tuple[str, ...]) -> bool:
    # names with a dot at the top of results/ (.lock, .manifest.json) are of this machine
    below = path[1:] if path[0] == RESULTS else ()
    return below != () and (below[0].startswith(".") or below[1:2] in {(n,) for n in DVC_FOLDERS})


def _prefix(root: Path) -> str:
    """Return where the project lies in its repository: empty, or a folder with a slash."""
    here = root.resolve()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            place = here.relative_to(folder).as_posix()
            return "" if place == "." else f"{place}/"
    return ""


def _git(root: Path, *arguments: str) -> bytes:
    """Ask git with nothing from outside the repository that could bend the answer."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    environment |= {
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ALLOW_PROTOCOL": "none",  # a clone with few objects fetches none, and starts no helper
        "LC_ALL": "C",
    }
    # with the user's settings, the word that a folder of another user may be read is gone too
    command = ["git", "-c", "safe.directory=*", "--no-pager", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise GitError(f"git cannot be started ({error.strerror})") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        reason = said[0] if said else "there is no commit yet"
        raise GitError(f"git cannot be asked about the last commit ({reason})")
    return done.stdout
