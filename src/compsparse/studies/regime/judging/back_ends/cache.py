"""Paid verdicts, kept in a file as soon as they arrive.

A verdict is one line, appended by one write that has reached the disk before the next question is
asked. What a crash tore off in the middle of a line is no verdict and is cut away by the next
opening; a whole line that only lost its line end is kept.
"""

import errno
import os
from pathlib import Path

from compsparse.studies.regime.judging.back_ends.verdict_rows import (
    HEADER,
    VerdictFileError,
    verdict_line,
    verdicts_in,
)
from compsparse.studies.regime.judging.back_ends.verdicts import Verdict
from workflow_engine.validation.printable import printable


class VerdictCache:
    """Verdicts of one model by the id of their item, in memory and, given a path, on disk."""

    def __init__(self, path: Path | None, *, judge: str, model: str) -> None:
        """Read the file, if any; VerdictFileError: another file, or verdicts of another model."""
        self._path = path
        self._verdicts: dict[str, Verdict] = {}
        if path is None:
            return
        for row, verdict in verdicts_in(_whole_lines(path), path):
            if (verdict.judge, verdict.model) != (judge, model):
                raise VerdictFileError(
                    f"{printable(path)}, row {row} is a verdict of {verdict.model} "
                    f"({verdict.judge}), not of {model} ({judge}). Give every model its own file."
                )
            # two processes may have asked the same at the same time: the first answer stands
            if not verdict.error:
                self._verdicts.setdefault(verdict.id, verdict)

    def get(self, item_id: str) -> Verdict | None:
        """Return the verdict on an item, if there is one."""
        return self._verdicts.get(item_id)

    def add(self, verdict: Verdict) -> None:
        """Keep a verdict, in memory even if the disk fails (OSError); errors are not kept."""
        if verdict.error:
            return
        self._verdicts[verdict.id] = verdict
        if self._path is not None:
            _append(self._path, verdict_line(verdict))


def _whole_lines(path: Path) -> str:
    """Return the file's text, header included, after mending its end."""
    content = path.read_bytes() if path.exists() else b""
    header = HEADER.encode()
    if header.startswith(content) and content != header:
        _truncate(path, 0)
        _append(path, HEADER)
        return HEADER
    if content.startswith(header):  # otherwise it is no file of verdicts: not touched, and refused
        content = _mended(content, path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VerdictFileError(f"{printable(path)} is not text in UTF-8: {error.reason}.") from None


def _mended(content: bytes, path: Path) -> bytes:
    """Return whole lines only, and leave whole lines only in the file."""
    end = content.rfind(b"\n") + 1
    last = content[end:].decode("utf-8", "replace")  # it may be torn inside a character
    if not last:
        return content
    if _is_verdict(last, path):
        _append(path, "\n")
        return content + b"\n"
    _truncate(path, end)
    return content[:end]


def _is_verdict(line: str, path: Path) -> bool:
    # its last column is the error, empty here: a whole line ends with a comma
    try:
        return line.endswith(",") and bool(list(verdicts_in(HEADER + line, path)))
    except VerdictFileError:
        return False


def _truncate(path: Path, length: int) -> None:
    if path.exists():
        os.truncate(path, length)


def _append(path: Path, text: str) -> None:
    content = text.encode("utf-8")
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        before = os.fstat(file).st_size
        if os.write(file, content) != len(content):
            os.ftruncate(file, before)  # or the next line would stand behind half of this one
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(file)
    finally:
        os.close(file)
