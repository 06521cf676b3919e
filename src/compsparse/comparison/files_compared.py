"""Recorded files before and after: equal bytes or not and, where the bytes are at hand, how much.

The kind of a file is the folder of its study that it lies in; claims and metrics are judgments.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from compsparse.claims.measurement import SUFFIX
from compsparse.comparison.bytes_at_hand import BytesAtHand
from compsparse.comparison.difference import Difference
from compsparse.comparison.side import Side
from workflow_engine.artifacts.errors import ArtifactError

FileState = Literal["removed", "added", "changed", "equal"]
FILE_STATES: tuple[FileState, ...] = ("removed", "added", "changed", "equal")
FILE_KINDS = ("tables", "figures", "models", "data", "judgments")


@dataclass(frozen=True)
class FileChange:
    """One file before and after; ``difference`` is None where it is unknown or has no numbers."""

    path: str
    kind: str
    state: FileState
    difference: Difference | None = None
    unknown: str = ""  # why the difference of a changed file is not known

    def as_json(self) -> dict[str, Any]:
        """Return the change for machines."""
        return {
            "path": self.path,
            "kind": self.kind,
            "state": self.state,
            "difference": self.difference and self.difference.as_json(),
            "unknown": self.unknown,
        }


def compare_files(before: Side, after: Side, at_hand: BytesAtHand) -> list[FileChange]:
    """Compare all files that a record of either side names."""
    changes = []
    for path in sorted(before.sha.keys() | after.sha.keys()):
        old, new = before.sha.get(path), after.sha.get(path)
        kind = _kind(path)
        if old is None or new is None:
            changes.append(FileChange(path, kind, "added" if old is None else "removed"))
        elif old == new:
            changes.append(FileChange(path, kind, "equal"))
        else:
            difference, unknown = _difference(path, kind, old, new, at_hand)
            changes.append(FileChange(path, kind, "changed", difference, unknown))
    return changes


def _kind(path: str) -> str:
    parts = PurePosixPath(path).parts
    # metrics beside the tables are compared one by one, as claims are
    folder = parts[1] if len(parts) > 2 and not path.endswith(SUFFIX) else ""
    return folder if folder in FILE_KINDS else "judgments"


def _difference(
    path: str, kind: str, old: str, new: str, at_hand: BytesAtHand
) -> tuple[Difference | None, str]:
    measure = _measures().get(PurePosixPath(path).suffix)
    if measure is None or kind == "judgments":
        return None, ""  # pictures have no numbers; claims and metrics are told one by one
    first, second = at_hand.find(path, old), at_hand.find(path, new)
    if first is None or second is None:
        return None, "bytes not at hand"
    try:
        return measure(first, second), ""
    except ArtifactError as error:
        return None, str(error)


def _measures() -> dict[str, Callable[[Path, Path], Difference]]:
    return {".csv": _tables, ".json": _json, ".npz": _arrays, ".safetensors": _tensors}


# the libraries behind the formats load only where a file of that format differs


def _tables(before: Path, after: Path) -> Difference:
    from compsparse.comparison.table_difference import table_difference
    from workflow_engine.artifacts.tables import read_table

    return table_difference(read_table(before), read_table(after))


def _json(before: Path, after: Path) -> Difference:
    from compsparse.comparison.json_difference import json_difference
    from workflow_engine.artifacts.json_values import read_json

    return json_difference(read_json(before), read_json(after))


def _arrays(before: Path, after: Path) -> Difference:
    from compsparse.comparison.array_difference import array_difference
    from workflow_engine.artifacts.arrays import read_arrays

    return array_difference(read_arrays(before), read_arrays(after))


def _tensors(before: Path, after: Path) -> Difference:
    from compsparse.comparison.array_difference import array_difference
    from workflow_engine.artifacts.tensors import read_tensors

    return array_difference(read_tensors(before), read_tensors(after))
