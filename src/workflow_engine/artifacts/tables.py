"""``.csv``: tidy tables with a header line."""

import csv
import io
from pathlib import Path

import pandas as pd

from workflow_engine.artifacts.contents import read_contents
from workflow_engine.artifacts.errors import DEFECT, ArtifactError


def read_table(path: Path) -> pd.DataFrame:
    """Read a ``.csv`` table with a header line.

    Raises:
        ArtifactError: missing, empty or not a table; a line with more or fewer fields than the
            header, or one that does not end; columns without a name of their own.
    """
    contents = read_contents(path)
    try:
        header, rows = _rectangle(contents)
        # pandas reads floats exactly since 3.1: what was written comes back to the last bit
        # text such as "NA" or "None" stays text; only an empty field is missing
        # a column has one type: by parts, a long one of numbers and text would have two
        table = pd.read_csv(
            io.BytesIO(contents), keep_default_na=False, na_values=[""], low_memory=False
        )
        if list(table.columns) != header:  # pandas gives names of its own
            raise ValueError(f"the columns {header} need names, none of them twice")
        if len(table) != rows:
            raise ValueError(f"it has {rows} lines, read as {len(table)} rows")
    except (ValueError, OverflowError, csv.Error) as error:
        raise ArtifactError(path, f"This is not a readable .csv table ({error}).") from None
    return table


def _rectangle(contents: bytes) -> tuple[list[str], int]:
    """Return the header and the number of lines after it, all of which have the header's length.

    Where a line is short or long, pandas would fill in what is missing or move the columns.
    """
    if not contents.endswith(b"\n"):
        raise ValueError("its last line does not end: it was cut off")
    lines = csv.reader(io.StringIO(contents.decode("utf-8-sig"), newline=""), strict=True)
    header = next(lines)
    lengths = [(lines.line_num, len(fields)) for fields in lines]
    for number, length in lengths:
        if length != len(header):
            raise ValueError(
                f"line {number} has {length} fields where the header has {len(header)}"
            )
    return header, len(lengths)


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of a table, floats in their shortest exact form.

    Raises:
        ArtifactError: not a non-empty DataFrame whose columns have names of their own.
    """
    if not isinstance(content, pd.DataFrame) or content.empty:
        raise ArtifactError(path, "A .csv output needs a non-empty DataFrame.", DEFECT)
    names = list(content.columns)
    if len(set(names)) < len(names) or not all(isinstance(name, str) and name for name in names):
        problem = f"The columns {names} need names that are text, none of them twice."
        raise ArtifactError(path, problem, DEFECT)
    try:
        return content.to_csv(index=False, lineterminator="\n").encode()
    except UnicodeEncodeError as error:
        raise ArtifactError(path, f"A text cannot be stored ({error}).", DEFECT) from None
