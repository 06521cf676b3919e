"""A table that a user wrote: counts or joint probabilities of inputs and outputs.

Wide: inputs down, outputs across, names in the first columns and in the first line. Long: a line
for each combination, its names and then its count, as R, SQL and pandas write contingency tables.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.own_data.cells import (
    Cells,
    duplicates,
    number,
    numbers,
    read_cells,
    shown,
    without_row_numbers,
)
from compsparse.own_data.errors import OwnDataError
from compsparse.studies.factorial.structure_search.exhaustive_search import require_searchable
from compsparse.studies.factorial.structure_search.looks_like_counts import (
    SUM_TOLERANCE,
    require_plausible,
    warnings,
)
from workflow_engine.artifacts import contents

_LARGEST = 1e15  # whole numbers up to here are exact, and no sum of them overflows
_FORMAT = (
    "Write a first line with a name for the inputs and one name per output, then one line per "
    "input: its name and its counts or joint probabilities."
)


@dataclass(frozen=True)
class CountedTable:
    """Counts or joint probabilities with the names of rows and columns.

    Attributes:
        inputs: names of the rows.
        outputs: names of the columns.
        values: counts or joint probabilities.
        samples: sum of the counts; None for probabilities.
        notes: what was taken for granted, and what speaks against these being counts.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    values: Float64[np.ndarray, "x y"]
    samples: int | None
    notes: tuple[str, ...] = ()

    @property
    def joint(self) -> Float64[np.ndarray, "x y"]:
        """Joint probabilities."""
        joint: Float64[np.ndarray, "x y"] = self.values / self.values.sum()
        return joint

    def sorted_by_name(self) -> "CountedTable":
        """Return the same table with rows and columns in the order of their names."""
        rows, columns = (np.argsort(names) for names in (self.inputs, self.outputs))
        return replace(
            self,
            inputs=tuple(self.inputs[row] for row in rows),
            outputs=tuple(self.outputs[column] for column in columns),
            values=self.values[np.ix_(rows, columns)],
        )


def read_counted_table(path: Path, *, as_is: bool = False) -> CountedTable:
    """Read a table of counts (all cells whole numbers) or joint probabilities (sum 1).

    Args:
        path: of the file.
        as_is: whether a table that looks as if it held something else is taken all the same.

    Raises:
        OwnDataError: the line and column that is not usable, and what to do.
    """
    return as_counted_table(read_cells(path, contents.read_own_contents(path)), as_is=as_is)


def as_counted_table(cells: Cells, *, as_is: bool = False) -> CountedTable:
    """Return the table that cells hold, wide or long; see ``read_counted_table``."""
    cells = without_row_numbers(cells)
    inputs, outputs, values, notes = _long(cells) if is_long(cells) else _wide(cells)
    try:
        require_searchable(len(inputs), len(outputs))
    except ValueError as error:
        raise OwnDataError(cells.path, "The table is too large.", str(error)) from None
    if not as_is:
        require_plausible(cells.path, inputs, outputs, values)
    samples = _samples(cells.path, inputs, values)
    if samples is not None:
        notes += warnings(values)
    return CountedTable(inputs, outputs, values, samples, (*cells.notes, *notes))


def is_long(cells: Cells) -> bool:
    """Say whether the columns are names, names and counts: two names of a row tell it, not one."""
    labels = _label_columns(cells)
    if len(cells.header) != 3:
        return labels == len(cells.header) - 1 > 1
    repeated = all(any(duplicates(cells.column(place))) for place in (0, 1)) and not any(
        duplicates([row[:2] for row in cells.rows])
    )
    return labels == 2 or (repeated and numbers(cells.column(2)) is not None)


def row_names(cells: Cells) -> list[str]:
    """Return the name of each line of a wide table, from its first columns."""
    labels = _label_columns(cells)
    return [" ".join(row[:labels]).strip() for row in cells.rows]


def _label_columns(cells: Cells) -> int:
    """Return how many columns at the left hold words; the first one always counts."""
    count = 1
    while count < len(cells.header) and numbers(cells.column(count)) is None:
        # a cell that is no number in a column of numbers is a mistake, not a name
        column = cells.column(count)
        if sum(number(cell) is not None for cell in column) >= len(column) / 2:
            break
        count += 1
    return count


_Parts = tuple[tuple[str, ...], tuple[str, ...], np.ndarray, tuple[str, ...]]


def _wide(cells: Cells) -> _Parts:
    labels = _label_columns(cells)
    if labels == len(cells.header):
        raise OwnDataError(
            cells.path,
            f"The table has words in its last column, {shown(cells.header[-1])}, and no counts.",
            "Count how often each combination occurs, for example with pandas.crosstab.",
        )
    columns, rows = len(cells.header) - labels, len(cells.rows)
    if rows < 2 or columns < 2:
        problem = f"The table has {rows} rows and {columns} columns of cells; it needs 2 of both."
        raise OwnDataError(cells.path, problem, _FORMAT)
    outputs = _distinct(cells.path, cells.header[labels:], "column")
    inputs = _distinct(cells.path, row_names(cells), "row")
    values = np.array(
        [
            [
                _amount(cells.path, name, column, cell)
                for column, cell in zip(outputs, row[labels:], strict=True)
            ]
            for name, row in zip(inputs, cells.rows, strict=True)
        ]
    )
    named = ", ".join(map(shown, cells.header[:labels]))
    note = (f"the first {labels} columns ({named}) are the names of inputs",) if labels > 1 else ()
    return inputs, outputs, values, note


def _long(cells: Cells) -> _Parts:
    if len(cells.header) > 3:
        names = ", ".join(map(shown, cells.header[:-1]))
        raise OwnDataError(
            cells.path,
            f"The table has a line per combination of {len(cells.header) - 1} columns ({names}), "
            "and which of them are inputs and which outputs cannot be told.",
            "Join the columns of inputs to one, those of outputs to another, and the count last.",
        )
    inputs, outputs = (tuple(dict.fromkeys(cells.column(place))) for place in (0, 1))
    for place, kind in enumerate(("first", "second")):
        if "" in cells.column(place):
            line = cells.lines[cells.column(place).index("")]
            problem = f"Line {line} has no name in its {kind} column."
            raise OwnDataError(cells.path, problem, "Write the name, or take the line out.")
    if len(inputs) < 2 or len(outputs) < 2:
        problem = f"The table has {len(inputs)} inputs and {len(outputs)} outputs."
        raise OwnDataError(cells.path, problem, "Give at least 2 of both.")
    values = np.zeros((len(inputs), len(outputs)))
    rows, columns = ({name: place for place, name in enumerate(n)} for n in (inputs, outputs))
    seen: dict[tuple[str, str], int] = {}
    for line, (name, output, cell) in zip(cells.lines, cells.rows, strict=True):
        if (name, output) in seen:
            raise OwnDataError(
                cells.path,
                f"Lines {seen[name, output]} and {line} are both of {shown(name)} and "
                f"{shown(output)}.",
                "Add them up, or take one out.",
            )
        seen[name, output] = line
        values[rows[name], columns[output]] = _amount(cells.path, name, output, cell)
    missing = values.size - len(seen)
    zeros = f"; the {missing} that are not in the file count 0" if missing else ""
    what = f"{shown(cells.header[0])} are inputs, {shown(cells.header[1])} outputs"
    return inputs, outputs, values, (f"a line is a combination: {what}{zeros}",)


def _distinct(path: Path, names: Sequence[str], kind: str) -> tuple[str, ...]:
    for place, name in enumerate(names, start=1):
        if not name:
            raise OwnDataError(path, f"The {kind} {place} has no name.", _FORMAT)
    for first, place in duplicates(names):
        raise OwnDataError(
            path,
            f"The {kind}s {first + 1} and {place + 1} are both named {shown(names[place])}.",
            "Names must differ: rename one, or add their cells up if they are the same thing.",
        )
    return tuple(names)


def _amount(path: Path, row: str, column: str, cell: str) -> float:
    amount = number(cell)
    if amount is None or not 0 <= amount <= _LARGEST:
        percent = cell.endswith("%") and number(cell.removesuffix("%").strip()) is not None
        raise OwnDataError(
            path,
            f"The row {shown(row)} has {shown(cell)} in the column {shown(column)}.",
            "Percentages are no counts: write how often each outcome was seen."
            if percent
            else "Every cell is a count or a probability: a finite number of at least 0 and at "
            f"most {_LARGEST:g}.",
        )
    return amount


def _samples(path: Path, inputs: tuple[str, ...], values: Float64[np.ndarray, "x y"]) -> int | None:
    for name, row in zip(inputs, values, strict=True):
        if not row.any():
            raise OwnDataError(
                path,
                f"The row {shown(name)} holds zeros only, so nothing is known of this input.",
                "Take the row out.",
            )
    total = float(values.sum())
    if (values == np.round(values)).all():
        return int(total)
    if not math.isclose(total, 1, rel_tol=0, abs_tol=SUM_TOLERANCE):
        raise OwnDataError(
            path,
            f"Some cells are not whole numbers, so these are no counts, but they sum to {total:g}.",
            "Write counts, or joint probabilities: divide each cell by the sum of all.",
        )
    return None
