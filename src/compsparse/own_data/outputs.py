"""Files that an answer leaves: where they may go is found out before the work, not after it."""

import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from compsparse.own_data.errors import OwnDataError

FORMATS = (".png", ".svg")
RECORD = "record.json"


@dataclass(frozen=True)
class Outputs:
    """Where a picture, tables and the record of an answer go.

    Attributes:
        folder: for all files; None where only a picture was asked for, or nothing.
        picture: of the answer; None where none was asked for.
        force: whether files that are there may be written over.
    """

    folder: Path | None
    picture: Path | None
    force: bool = False

    @property
    def record(self) -> Path | None:
        """Where the record goes; None where nothing is written."""
        if self.folder is not None:
            return self.folder / RECORD
        return None if self.picture is None else self.picture.with_name(f"{self.picture.name}.json")

    def places(self, tables: tuple[str, ...]) -> dict[str, Path]:
        """Return the path of the picture and of each table, by name, where they are written."""
        found = {} if self.folder is None else {name: self.folder / name for name in tables}
        if self.picture is not None:
            found["picture"] = self.picture
        return found

    def require_possible(self, source: Path, tables: tuple[str, ...]) -> None:
        """Try all places.

        Args:
            source: the user's file, which is never written over.
            tables: names of the tables.

        Raises:
            OwnDataError: a folder that cannot be, a picture of another format, or a file that is
                there.
        """
        if self.picture is not None and self.picture.suffix.lower() not in FORMATS:
            raise OwnDataError(
                self.picture,
                f"A picture cannot be written as {self.picture.suffix or 'a file without suffix'}.",
                f"Give a name that ends in {' or '.join(FORMATS)}.",
            )
        written = [*self.places(tables).values(), *([self.record] if self.record else [])]
        for folder in {path.parent for path in written}:
            _require_writable(folder)
        for path in written:
            if path.exists() and source.exists() and path.samefile(source):
                raise OwnDataError(path, "This is the file that is read.", "Give another name.")
            if path.is_dir():
                raise OwnDataError(path, "This is a folder.", "Give the name of a file.")
            if os.path.lexists(path) and not self.force:
                raise OwnDataError(
                    path, "This file is there already.", "Give another name, or say --force."
                )

    def write(self, contents: Mapping[Path, bytes]) -> None:
        """Write files whole: under another name first, renamed at the end.

        Raises:
            OwnDataError: the file system refuses.
        """
        with contextlib.ExitStack() as stack:
            try:
                renamed = [
                    (stack.enter_context(_temporary(path, content)), path)
                    for path, content in contents.items()
                ]
                for temporary, path in renamed:
                    temporary.replace(path)
            except OSError as error:
                place = Path(error.filename or next(iter(contents)))
                raise OwnDataError(
                    place, f"This cannot be written ({error.strerror}).", "Nothing is kept of it."
                ) from None


@contextlib.contextmanager
def _temporary(path: Path, content: bytes) -> Iterator[Path]:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("xb") as stream:
            stream.write(content)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _require_writable(folder: Path) -> None:
    """Write into a folder, which is made for that, and removed again if it was not there."""
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OwnDataError(
            folder,
            f"This folder cannot be written to ({error.strerror}).",
            "Give another one with --out or --figure.",
        ) from None
    finally:
        for place in made:
            with contextlib.suppress(OSError):
                place.rmdir()
