"""The state that an interrupted training left: for the very same job, and for nothing else.

A job keeps one checkpoint, a ``.npz`` file below ``<out>/.tmp``. It holds a key, which is a digest
of the job and of the digests that its record will hold, and a sha256 of the state itself. A
checkpoint of another key or with other bytes is not used. The runner deletes it when it has written
the record, the sweep when nobody asks for the job any more.

numpy is imported where it is needed: it must not load before the numerics mode is set.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from workflow_engine.provenance.canonical import canonical
from workflow_engine.provenance.own_files import everything_below
from workflow_engine.validation.regular_files import open_regular

FORMAT = 1  # raise it when the meaning of a checkpoint changes
INTERVAL = 30.0  # seconds between two saves, at least
PART = ".part"  # of the name of one that is being written
_FOLDER, _SUFFIX = "checkpoints", ".npz"
_HEADER, _ENTRY = "checkpoint", "state/"


def checkpoint_path(out: Path, record_path: str) -> Path:
    """Return where the checkpoint of the job with this record lies.

    Not in the job's scratch folder, which is deleted when the job starts.
    """
    study, _, rest = record_path.partition("/")
    name = rest.partition("/")[2].removesuffix(".json")
    return out / ".tmp" / study / _FOLDER / f"{name}{_SUFFIX}"


class JobCheckpoints:
    """Keeps the last state of one job (an ``ensembles.checkpoints.Checkpoints``)."""

    def __init__(
        self, path: Path, key: str, vouched: Callable[[], bool], interval: float = INTERVAL
    ) -> None:
        """Start the clock.

        Args:
            path: of the checkpoint.
            key: what the checkpoint belongs to; one of another key is not used.
            vouched: says whether code and inputs are still those of the key; asked before each
                save, since what runs was loaded after they were digested.
            interval: seconds between two saves, at least.
        """
        self._path = path
        self._key = key
        self._vouched = vouched
        self._interval = interval
        self._next = time.monotonic() + self._interval

    def load(self) -> dict[str, Any] | None:
        """Return the state that was kept; delete what cannot be used, and say so."""
        if not os.path.lexists(self._path):
            return None
        try:
            key, place, state = _read(self._path)
        except Exception as error:  # no kind of damage may stop a job that can start anew
            self._refuse(f"it is damaged ({error})")
            return None
        if key != self._key:
            self._refuse("parameters, code, environment or inputs differed")
            return None
        _say(f"Resumed from {place}.")
        return state

    def due(self) -> bool:
        """Say whether the pause since the last save is over."""
        return time.monotonic() >= self._next

    def save(self, state: Mapping[str, Any], place: str) -> None:
        """Replace the last state, unless code or inputs have changed.

        A disk that is full costs the checkpoint, not the job.
        """
        start = time.monotonic()
        try:
            if self._vouched():
                _write(self._path, self._key, place, state)
        except OSError as error:
            _say(f"{self._path}: the checkpoint was not written ({error}); training continues.")
        end = time.monotonic()
        # grows with the cost of a save, so that saving never takes more than one part in INTERVAL
        self._next = end + self._interval * (1 + end - start)

    def delete(self) -> None:
        """Delete the checkpoint and what a killed save has left."""
        for path in (self._path, _part(self._path)):
            path.unlink(missing_ok=True)

    def _refuse(self, reason: str) -> None:
        _say(f"{self._path}: this checkpoint was deleted: {reason}. Training starts again.")
        self.delete()


def checkpoints_below(out: Path) -> list[str]:
    """Return all checkpoints under an output root, relative to it, parts of such included."""
    files = [
        Path(entry.path).relative_to(out)
        for entry in everything_below(out / ".tmp")
        if entry.is_file(follow_symlinks=False)
    ]
    return [str(path) for path in sorted(files) if path.parts[2:3] == (_FOLDER,)]


def _part(path: Path) -> Path:
    return path.with_name(path.name + PART)


def _write(path: Path, key: str, place: str, state: Mapping[str, Any]) -> None:
    import numpy as np

    header = {"format": FORMAT, "key": key, "place": place, "sha256": _digest(state)}
    arrays = {f"{_ENTRY}{name}": array for name, array in state.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    part = _part(path)
    try:
        # array by array into the file: a state may fill a good part of the memory
        part.unlink(missing_ok=True)
        with part.open("xb") as stream:
            np.savez(stream, allow_pickle=False, **{_HEADER: np.array(canonical(header))}, **arrays)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _read(path: Path) -> tuple[str, str, dict[str, Any]]:
    import numpy as np

    # np.load does not close a file that it opened and cannot read
    with open_regular(path) as stream, np.load(stream, allow_pickle=False) as archive:
        stored = {name: archive[name] for name in archive.files}
    header = json.loads(str(stored.pop(_HEADER)))
    state = {name.removeprefix(_ENTRY): array for name, array in stored.items()}
    if header["format"] != FORMAT:
        raise ValueError(f"its format is {header['format']}, this version writes {FORMAT}")
    if header["sha256"] != _digest(state):
        raise ValueError("its bytes are not those written")
    return header["key"], header["place"], state


def _digest(state: Mapping[str, Any]) -> str:
    import numpy as np

    hasher = hashlib.sha256()
    for name, array in state.items():
        hasher.update(canonical([name, array.dtype.str, array.shape]).encode())
        hasher.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return hasher.hexdigest()


def _say(text: str) -> None:
    print(text, file=sys.stderr)
