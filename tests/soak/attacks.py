"""What hostile folders, links, special files and users' own settings do to a project.

As in ``operations``, numbers choose among what there is.
"""

import os
import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.soak.operations import pick
from tests.workflow.project import ToyProject

# read by libraries from the current folder, or imported instead of the real module
_SETTINGS = {
    "matplotlibrc": "savefig.dpi: 37\nfont.size: 31\n",
    "random.py": "raise SystemExit('the random module of the checkout was imported')\n",
    "zipfile.py": "raise SystemExit('the zipfile module of the checkout was imported')\n",
    "types.py": "raise SystemExit('the types module of the checkout was imported')\n",
    "sitecustomize.py": "raise SystemExit('the sitecustomize module of the checkout ran')\n",
}
_VARIABLES = {
    "NPY_ENABLE_CPU_FEATURES": "AVX512_SPR",
    "PYTHONHASHSEED": "7",
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "tr_TR.UTF-8",
    "OMP_NUM_THREADS": "5",
    "PYTHONOPTIMIZE": "2",
    "MATPLOTLIBRC": "/dev/null",
}
KINDS = (
    "link to a file",
    "link to nothing",
    "link to itself",
    "pipe",
    "socket",
    "sparse",
    "device",
)


@dataclass(frozen=True)
class Outside:
    """A file beside the project that nobody may read, touch or remove through a link."""

    path: Path
    before: tuple[bytes, int]

    @classmethod
    def make(cls, path: Path, content: bytes) -> "Outside":
        """Write the file, with a time that no sync would choose."""
        path.write_bytes(content)
        os.utime(path, ns=(123, 123))
        return cls(path, (content, 123))

    @property
    def intact(self) -> bool:
        """Whether bytes and time are as they were."""
        return self.path.is_file() and self.before == (
            self.path.read_bytes(),
            self.path.stat().st_mtime_ns,
        )


def put_special_file(path: Path, kind: str, outside: Path) -> str:
    """Put something that is no regular file, or a huge one, in the place of a result.

    Returns:
        What was put there; a pipe where devices may not be made.
    """
    path.unlink(missing_ok=True)
    if kind == "link to a file":
        path.symlink_to(outside)
    elif kind == "link to nothing":
        path.symlink_to(outside.with_name("nothing"))
    elif kind == "link to itself":
        path.symlink_to(path.name)
    elif kind == "socket":
        # a socket's path may be too long for its address, its folder's never is
        with socket.socket(socket.AF_UNIX) as listener:
            here = os.open(path.parent, os.O_RDONLY)
            try:
                listener.bind(f"/proc/self/fd/{here}/{path.name}")
            finally:
                os.close(here)
    elif kind == "sparse":
        with path.open("wb") as stream:
            stream.truncate(1 << 40)
    elif kind == "device":
        try:
            os.mknod(path, 0o20666, os.makedev(1, 5))  # /dev/zero: reading it never ends
        except OSError:
            os.mkfifo(path)
            return "pipe"
    else:
        os.mkfifo(path)
    return kind


def link_folder(toy: ToyProject, study: str, which: int, outside: Path) -> Path | None:
    """Move a folder of results out of the project and leave a link to it; None: not there."""
    folder = toy.root / "results" / study / pick(("data", "models", "figures", "tables"), which)
    if not folder.is_dir() or outside.exists():
        return None
    shutil.move(folder, outside)
    folder.symlink_to(outside, target_is_directory=True)
    return folder


def unlink_folder(folder: Path, outside: Path) -> None:
    """Bring back what ``link_folder`` moved."""
    if folder.is_symlink():
        folder.unlink()
    elif folder.is_dir():
        shutil.rmtree(folder)
    shutil.move(outside, folder)


def times_and_bytes(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the time and the bytes of every file below a folder."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def settle_in(toy: ToyProject) -> Callable[[], None]:
    """Put a user's settings into the checkout and the environment; return what removes them."""
    for name, text in _SETTINGS.items():
        (toy.root / name).write_text(text)
    toy.variables.update(_VARIABLES)

    def leave() -> None:
        for name in _SETTINGS:
            (toy.root / name).unlink(missing_ok=True)
        for name in _VARIABLES:
            toy.variables.pop(name, None)

    return leave


def foreign_folder(place: Path, which: int) -> tuple[str, dict[str, bytes]]:
    """Make a folder of somebody else's that a run is told to write to; return its files too."""
    folder = place / pick(("a b", "mine", "$(touch owned)", "semi;colon", "quo'te"), which)
    shutil.rmtree(folder, ignore_errors=True)
    files = {
        ".tmp/alpha/checkpoints/train/1.npz": b"a checkpoint of somebody's",
        ".manifest.json": b"{}",
        "alpha/models/rate_1.json": b"a model of somebody's",
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return str(folder), files
