"""By how much two tables differ, and where."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from compsparse.comparison.difference import (
    Difference,
    number_text,
    relative,
    shortened,
    size_text,
)
from workflow_engine.counted import counted

_Row = tuple[Hashable, ...]


@dataclass(frozen=True)
class _Column:
    """What differs in one column, and most where."""

    rows: int
    largest: float
    before: Any
    after: Any
    row: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        finite = self.largest if math.isfinite(self.largest) else None
        return {
            "differing_rows": self.rows,
            "largest_relative": finite,
            "before": self.before,
            "after": self.after,
            "row": self.row,
        }


def table_difference(before: pd.DataFrame, after: pd.DataFrame) -> Difference:
    """Hold two tables against each other, row by row.

    Rows are matched by the columns that name every row of both tables (see ``_key``), or by their
    place where there are none.
    """
    notes = _column_notes(before, after)
    shared = [name for name in after.columns if name in before.columns]
    key = _key(before, after, shared)
    old_rows, new_rows = _rows(before, key), _rows(after, key)
    both = [row for row in new_rows if row in old_rows]
    old = before.iloc[[old_rows[row] for row in both]]
    new = after.iloc[[new_rows[row] for row in both]]
    names = key or ["row"]
    columns = {
        name: change
        for name in shared
        if name not in key and (change := _column(old[name], new[name], names, both)) is not None
    }
    order = sorted(columns, key=lambda name: -columns[name].largest)
    added, removed = len(new_rows) - len(both), len(old_rows) - len(both)
    words = shortened(notes)
    words += [_column_text(name, columns[name]) for name in order[:1]]
    if order[1:]:
        others = counted(len(order) - 1, "more column")
        words.append(f"{others} ({', '.join(shortened(order[1:]))})")
    words += [f"{counted(n, 'row')} {what}" for n, what in _some((added, removed))]
    largest = max([0.0, *(change.largest for change in columns.values())])
    return Difference(
        "; ".join(words) or "other text, the same values",
        math.inf if added or removed or notes else largest,
        {
            "rows": {"compared": len(both), "added": added, "removed": removed},
            "key": key,
            "columns": {name: columns[name].as_json() for name in order},
            "structure": notes,
        },
    )


def _some(counts: tuple[int, int]) -> list[tuple[int, str]]:
    return [(n, what) for n, what in zip(counts, ("added", "removed"), strict=True) if n]


def _column_notes(before: pd.DataFrame, after: pd.DataFrame) -> list[str]:
    old, new = list(map(str, before.columns)), list(map(str, after.columns))
    notes = [f"column {name} added" for name in new if name not in old]
    notes += [f"column {name} removed" for name in old if name not in new]
    if not notes and old != new:
        notes.append("columns in another order")
    notes += [
        f"column {name} was {before[name].dtype}, is {after[name].dtype}"
        for name in new
        if name in old and before[name].dtype != after[name].dtype
    ]
    return notes


def _key(before: pd.DataFrame, after: pd.DataFrame, shared: list[str]) -> list[str]:
    """Return columns that name every row of both tables, as few as will do; none if none do.

    Columns without floating-point numbers first: these may be measured and differ in every run. If
    they do not name the rows, floating-point columns join them from the left, where a tidy table
    has what was set; those must then hold the same values in both tables, if these are as long.
    """

    def names_rows(key: list[str]) -> bool:
        return not any(table.duplicated(key).any() for table in (before, after))

    floats = [n for n in shared if "f" in (before[n].dtype.kind, after[n].dtype.kind)]
    for count in range(len(floats) + 1):
        taken = floats[:count]
        key = [name for name in shared if name not in floats or name in taken]
        if not key or not names_rows(key):
            continue
        for name in reversed(key[:]):
            fewer = [n for n in key if n != name]
            if fewer and names_rows(fewer):
                key = fewer
        measured = any(name in floats for name in key) and len(before) == len(after)
        differ = measured and _rows(before, key).keys() != _rows(after, key).keys()
        return [] if differ else key
    return []


def _rows(table: pd.DataFrame, key: list[str]) -> dict[_Row, int]:
    """Return the place of every row by its key."""
    if not key:
        return {(place,): place for place in range(len(table))}
    columns = [[_plain(value) for value in table[name]] for name in key]
    return {row: place for place, row in enumerate(zip(*columns, strict=True))}


def _column(
    before: pd.Series, after: pd.Series, names: list[str], rows: list[_Row]
) -> _Column | None:
    """Return what differs in one column of matched rows, or None."""
    numeric = all(pd.api.types.is_numeric_dtype(column) for column in (before, after))
    old, new = before.to_numpy(), after.to_numpy()
    places = np.flatnonzero((old != new) & ~(pd.isna(old) & pd.isna(new)))
    if not places.size:
        return None
    sizes = [relative(float(old[i]), float(new[i])) if numeric else math.inf for i in places]
    worst = int(places[int(np.argmax(sizes))])
    row = dict(zip(names, rows[worst], strict=True))
    return _Column(int(places.size), max(sizes), _plain(old[worst]), _plain(new[worst]), row)


def _column_text(name: str, change: _Column) -> str:
    row = ", ".join(f"{column}={value}" for column, value in change.row.items())
    by = f" ({size_text(change.largest)})" if math.isfinite(change.largest) else ""
    return f"{name} {_value_text(change.before)} -> {_value_text(change.after)}{by} at {row}"


def _value_text(value: Any) -> str:
    if value is None:
        return "empty"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return number_text(value) if is_number else repr(value)


def _plain(value: Any) -> Any:
    """Return a cell as a JSON value; a missing one, or a number that is not finite, is None."""
    plain = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(plain, float) and not math.isfinite(plain) else plain
