"""Verdicts as rows of a CSV file: one line each, so that a line is whole or is not there."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from compsparse.studies.regime.judging.back_ends.verdicts import Verdict
from workflow_engine.validation.printable import printable

COLUMNS = tuple(field.name for field in fields(Verdict))


class VerdictFileError(ValueError):
    """A malformed file of verdicts."""


def csv_line(values: Sequence[str]) -> str:
    """Return one line of CSV with its line end."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(values)
    return stream.getvalue()


HEADER = csv_line(COLUMNS)


def verdict_line(verdict: Verdict) -> str:
    """Return the verdict's line; what is None is empty, numbers are exact."""
    values = (getattr(verdict, name) for name in COLUMNS)
    return csv_line(["" if value is None else str(value) for value in values])


def verdicts_in(text: str, path: Path) -> Iterator[tuple[int, Verdict]]:
    """Yield row numbers (1 is the header) and verdicts of a text, or raise VerdictFileError."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    if not lines or lines[0].rstrip("\r") + "\n" != HEADER:
        found = lines[0] if lines else "nothing"
        raise VerdictFileError(
            f"{printable(path)}, row 1: the columns must be {HEADER.strip()}; found "
            f"{printable(found)}."
        )
    for number, line in enumerate(lines[1:], start=2):
        try:
            yield number, _verdict(line.rstrip("\r"))
        except (ValueError, csv.Error) as error:
            raise VerdictFileError(f"{printable(path)}, row {number}: {error}") from None


def _verdict(line: str) -> Verdict:
    rows = list(csv.reader([line], strict=True))
    values = rows[0] if rows else []
    if len(values) != len(COLUMNS):
        raise ValueError(f"{len(values)} values, where {len(COLUMNS)} columns are.")
    row = dict(zip(COLUMNS, values, strict=True))
    if row["meaningful"] not in ("", "0", "1"):
        raise ValueError(
            f"meaningful is {row['meaningful']!r}; allowed: 0, 1, or empty with an error."
        )
    return Verdict(
        id=row["id"],
        meaningful=int(row["meaningful"]) if row["meaningful"] else None,
        confidence=_number(row, "confidence") if row["confidence"] else None,
        reason=row["reason"],
        judge=row["judge"],
        model=row["model"],
        prompt_sha256=row["prompt_sha256"],
        latency_s=_number(row, "latency_s"),
        error=row["error"],
    )


def _number(row: dict[str, str], name: str) -> float:
    try:
        return float(row[name])
    except ValueError:
        raise ValueError(f"{name} is {row[name]!r}, which is not a number.") from None
