"""The cells of a table in a text file, as spreadsheets, pandas, R and people write them.

Read are UTF-8 and UTF-16, with a byte order mark or, for UTF-8, without; commas, tabs or semicolons
between the cells, whichever makes a table of it; line ends of all systems, the last one missing or
not; quotes; decimal commas beside semicolons; and a header without the name of row names, as R
writes it.
"""

import csv
import io
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from compsparse.own_data.errors import OwnDataError

_SEPARATORS = {",": "commas", "\t": "tabs", ";": "semicolons"}
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_LIKE_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
_SHOWN = 60  # characters of a cell


@dataclass(frozen=True)
class Cells:
    """A header and rows of as many cells, all without spaces around them.

    Attributes:
        path: of the file, for errors.
        header: names of the columns; any of them may be empty or there twice.
        rows: at least one.
        lines: the line of the file that each row ends in.
        notes: what was taken for granted while reading.
    """

    path: Path
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    notes: tuple[str, ...] = ()

    def column(self, number: int) -> tuple[str, ...]:
        """Return the cells of a column, from the top."""
        return tuple(row[number] for row in self.rows)

    def without(self, number: int, note: str) -> "Cells":
        """Return the same table without a column, and the note that says why."""
        header = self.header[:number] + self.header[number + 1 :]
        rows = tuple(row[:number] + row[number + 1 :] for row in self.rows)
        return Cells(self.path, header, rows, self.lines, (*self.notes, note))


def shown(cell: str) -> str:
    """Return a cell as it is quoted in messages."""
    return repr(cell if len(cell) <= _SHOWN else f"{cell[:_SHOWN]}...")


def read_cells(path: Path, contents: bytes) -> Cells:
    """Split a text into cells.

    Raises:
        OwnDataError: no text, no table, or rows of different lengths.
    """
    text = _decoded(path, contents)
    first, _, rest = text.partition("\n")
    said = re.fullmatch(r"\s*\"?sep=(.)\"?\s*", first)  # what Excel takes for its separator
    tried = [_Split(path, rest if said else text, mark) for mark in _SEPARATORS]
    whole = [split for split in tried if split.is_table]
    # without a table the error is told of the reading with the most columns
    best = max(whole or tried, key=lambda split: (not split.lacks_a_name, split.columns))
    if not whole:
        raise best.error()
    return _with_decimal_points(best.cells(), best.mark)


class _Split:
    """A text, split at one kind of separator."""

    def __init__(self, path: Path, text: str, mark: str) -> None:
        self.path, self.mark = path, mark
        self.problem = ""
        reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=mark)
        self.rows: list[tuple[int, list[str]]] = []
        try:
            for row in reader:
                if any(cell.strip() for cell in row):
                    self.rows.append((reader.line_num, [cell.strip() for cell in row]))
        except csv.Error as error:
            self.problem = f"Line {reader.line_num} cannot be read as a table ({error})."
        lengths = {len(row) for _, row in self.rows[1:]}
        self.columns = len(self.rows[0][1]) if self.rows else 0
        self.lacks_a_name = lengths == {self.columns + 1}
        if self.lacks_a_name:  # R names rows in a column without a name
            self.rows[0][1].insert(0, "")
            self.columns += 1

    @property
    def is_table(self) -> bool:
        """Say whether there are two columns at least, and all rows have all of them."""
        same = {len(row) for _, row in self.rows} == {self.columns}
        return not self.problem and self.columns > 1 and len(self.rows) > 1 and same

    def cells(self) -> Cells:
        """Return the table."""
        lines, rows = zip(*self.rows, strict=True)
        header, *others = map(tuple, rows)
        return Cells(self.path, header, tuple(others), lines[1:])

    def error(self) -> OwnDataError:
        """Return what keeps this from being a table."""
        if self.problem:
            return OwnDataError(self.path, self.problem, "Look for a quote without its end.")
        if self.columns < 2:
            return OwnDataError(
                self.path,
                "This is no table: its first line has one cell.",
                "Write a line of names, then a line per row, with commas, tabs or semicolons "
                "between the cells.",
            )
        if len(self.rows) < 2:
            return OwnDataError(
                self.path, "The table has one line.", "Write a line of names, then a line per row."
            )
        line, row = next((n, row) for n, row in self.rows if len(row) != self.columns)
        return OwnDataError(
            self.path,
            f"Line {line} has {len(row)} cells, the first line has {self.columns} "
            f"({_SEPARATORS[self.mark]} between them).",
            "Give every line as many; put quotes around a cell that holds such a mark itself.",
        )


def _decoded(path: Path, contents: bytes) -> str:
    utf_16 = contents.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = contents.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise OwnDataError(
            path,
            f"Byte {error.start} is no text in UTF-{16 if utf_16 else 8}.",
            "Save the table as CSV in UTF-8.",
        ) from None
    if "\0" in text:
        raise OwnDataError(
            path,
            f"This is no text: its character {text.index(chr(0)) + 1} is a null.",
            "Save the table as CSV in UTF-8.",
        )
    return text


def _with_decimal_points(cells: Cells, mark: str) -> Cells:
    """Return a table with decimal commas, which stand beside semicolons and tabs, as points."""
    if mark == ",":
        return cells
    found = [cell for row in cells.rows for cell in row if _DECIMAL_COMMA.fullmatch(cell)]
    if not found:
        return cells
    if all(map(_LIKE_THOUSANDS.fullmatch, found)):
        raise OwnDataError(
            cells.path,
            f"The comma in {shown(found[0])} may be a decimal one or one of thousands.",
            "Write numbers with a decimal point and without marks of thousands.",
        )
    rows = tuple(tuple(map(_pointed, row)) for row in cells.rows)
    note = f"commas in numbers, such as {shown(found[0])}, are decimal ones"
    return Cells(cells.path, cells.header, rows, cells.lines, (*cells.notes, note))


def _pointed(cell: str) -> str:
    return cell.replace(",", ".") if _DECIMAL_COMMA.fullmatch(cell) else cell


def number(cell: str) -> float | None:
    """Return the number that a cell holds, as programs write it; None for anything else."""
    # Python alone reads 1_000, or digits of other scripts, as a number
    if not cell.isascii() or "_" in cell:
        return None
    try:
        return float(cell)
    except ValueError:
        return None


def numbers(column: Sequence[str]) -> list[float] | None:
    """Return a column of numbers, or of True and False as 1 and 0; None if a cell is neither."""
    words = {"true": 1.0, "false": 0.0}
    lowered = [cell.lower() for cell in column]
    if words.keys() >= set(lowered):
        return [words[cell] for cell in lowered]
    found = [number(cell) for cell in column]
    return None if None in found else [value for value in found if value is not None]


def first_word(column: Sequence[str]) -> int:
    """Return the place of the first cell that is no number.

    Raises:
        ValueError: all are numbers.
    """
    for place, cell in enumerate(column):
        if number(cell) is None:
            return place
    raise ValueError("All cells of this column are numbers.")


def without_row_numbers(cells: Cells) -> Cells:
    """Return a table without the column in which pandas, R or a spreadsheet counts its rows.

    It is the first one, has no name or the one that pandas then gives, and holds whole numbers,
    each once.

    Raises:
        OwnDataError: nothing else is left.
    """
    if cells.header[0] and not re.fullmatch(r"Unnamed: 0|index|rownames", cells.header[0]):
        return cells
    column = cells.column(0)
    whole = all(re.fullmatch(r"\d{1,15}", cell, re.ASCII) for cell in column)
    counted = whole and sorted(map(int, column)) in (
        list(range(len(column))),
        list(range(1, len(column) + 1)),
    )
    if not counted:
        return cells
    if len(cells.header) < 3:
        raise OwnDataError(
            cells.path,
            "Beside the numbers of rows the table has one column.",
            "Give a column of names or variables, and values.",
        )
    return cells.without(0, "the first column numbers the rows, and is left out")


def duplicates(names: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """Yield the places, first and later, of names that are there twice."""
    seen: dict[Hashable, int] = {}
    for place, name in enumerate(names):
        if name in seen:
            yield seen[name], place
        seen.setdefault(name, place)
