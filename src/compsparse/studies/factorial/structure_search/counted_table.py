"""A table that a user wrote: inputs down, outputs across, counts or joint probabilities."""

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.structure_search.exhaustive_search import require_searchable
from workflow_engine.artifacts import contents, errors

# probabilities that were rounded to some digits still sum to 1 within this
_SUM_TOLERANCE = 1e-6
_LARGEST = 1e15  # whole numbers up to here are exact, and no sum of them overflows

_FORMAT = (
    "Write a first row with a name for the inputs and one name per output, then one row per input: "
    "its name and its counts or joint probabilities, separated by commas."
)


@dataclass(frozen=True)
class CountedTable:
    """Counts or joint probabilities with the names of rows and columns."""

    inputs: tuple[str, ...]  # names of the rows
    outputs: tuple[str, ...]  # names of the columns
    values: Float64[np.ndarray, "x y"]
    samples: int | None  # sum of the counts; None for probabilities

    @property
    def joint(self) -> Float64[np.ndarray, "x y"]:
        """Joint probabilities."""
        joint: Float64[np.ndarray, "x y"] = self.values / self.values.sum()
        return joint


def read_counted_table(path: Path) -> CountedTable:
    """Read a .csv table of counts (all cells whole numbers) or joint probabilities (sum 1).

    An ``ArtifactError`` names the row and column that is not usable, and what to do.
    """
    try:
        text = contents.read_own_contents(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise errors.ArtifactError(
            path, f"Byte {error.start} is no text in UTF-8.", "Save it as CSV in UTF-8."
        ) from None
    try:
        # the reader itself looks for line ends: older spreadsheets write others
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error as error:
        raise errors.ArtifactError(
            path, f"The table cannot be read as CSV ({error}).", "Look for a quote without its end."
        ) from None
    if not rows:
        raise errors.ArtifactError(path, "The table is empty.", _FORMAT)
    header = [name.strip() for name in rows[0]]
    if len(header) == 1 and ";" in header[0]:
        raise errors.ArtifactError(
            path, "The first row has semicolons and no commas.", "Save it with commas."
        )
    _require_size(path, len(rows) - 1, len(header) - 1)
    outputs = _distinct(path, header[1:], "column")
    inputs = _distinct(path, [row[0].strip() for row in rows[1:]], "row")
    values = np.zeros((len(inputs), len(outputs)))
    for number, (name, row) in enumerate(zip(inputs, rows[1:], strict=True)):
        if len(row) != len(header):
            raise errors.ArtifactError(
                path,
                f"The row {name!r} has {len(row)} cells, the first row has {len(header)}.",
                "Give every row one cell per column.",
            )
        for place, (column, cell) in enumerate(zip(outputs, row[1:], strict=True)):
            values[number, place] = _number(path, name, column, cell)
    return CountedTable(inputs, outputs, values, _samples(path, inputs, values))


def _require_size(path: Path, rows: int, columns: int) -> None:
    if rows < 2 or columns < 2:
        raise errors.ArtifactError(
            path,
            f"The table has {rows} rows and {columns} columns of cells; it needs 2 of both.",
            _FORMAT,
        )
    try:
        require_searchable(rows, columns)
    except ValueError as error:
        raise errors.ArtifactError(path, "The table is too large.", str(error)) from None


def _distinct(path: Path, names: list[str], kind: str) -> tuple[str, ...]:
    for place, name in enumerate(names, start=1):
        if not name:
            raise errors.ArtifactError(path, f"The {kind} {place} has no name.", _FORMAT)
        if name in names[: place - 1]:
            first = names.index(name) + 1
            raise errors.ArtifactError(
                path,
                f"The {kind}s {first} and {place} are both named {name!r}.",
                "Names must differ: rename one, or add their cells up.",
            )
    return tuple(names)


def _number(path: Path, row: str, column: str, cell: str) -> float:
    try:
        # Python alone reads 1_000, or digits of other scripts, as a number
        number = float(cell) if cell.isascii() and "_" not in cell else math.nan
    except ValueError:
        number = math.nan
    if not 0 <= number <= _LARGEST:
        raise errors.ArtifactError(
            path,
            f"The row {row!r} has {cell.strip()[:60]!r} in the column {column!r}.",
            "Every cell is a count or a probability: a finite number of at least 0 and at most "
            f"{_LARGEST:g}.",
        )
    return number


def _samples(path: Path, inputs: tuple[str, ...], values: Float64[np.ndarray, "x y"]) -> int | None:
    for name, row in zip(inputs, values, strict=True):
        if not row.any():
            raise errors.ArtifactError(
                path,
                f"The row {name!r} holds zeros only, so nothing is known of this input.",
                "Remove the row.",
            )
    total = float(values.sum())
    if (values == np.round(values)).all():
        return int(total)
    if abs(total - 1) > _SUM_TOLERANCE:
        raise errors.ArtifactError(
            path,
            f"Some cells are not whole numbers, so these are no counts, but they sum to {total:g}.",
            "Write counts, or joint probabilities: divide each cell by the sum of all.",
        )
    return None
