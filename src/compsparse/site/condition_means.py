"""A result's numbers by condition: means over its runs, which a table of raw rows does not show."""

from dataclasses import dataclass

import pandas as pd

_RUN = "run"
_LAST_OF = "step"  # where curves are too many rows, their ends stay
_LEVELS, _ROWS, _COLUMNS = 20, 60, 12  # of what is still read, and no measurement by chance


@dataclass(frozen=True)
class ConditionMeans:
    """A table to read: a row for each condition.

    Attributes:
        caption: what a number is.
        header: conditions, then what was measured.
        rows: text of the cells; ``mean [least, largest]`` where runs differ.
    """

    caption: str
    header: list[str]
    rows: list[list[str]]


def condition_means(table: pd.DataFrame) -> ConditionMeans | None:
    """Return means over runs; None where rows are not those of several runs of few conditions.

    A column is a condition if each run has all of its values, and it has few of them.
    """
    if _RUN not in table or table[_RUN].nunique() < 2:
        return None
    runs = table[_RUN].nunique()
    conditions = [
        c for c in map(str, table.columns) if c not in (_RUN, _LAST_OF) and _is_condition(table, c)
    ]
    ends = ""
    if _LAST_OF in table and table.duplicated([*conditions, _RUN]).any():
        ordered = table.sort_values(_LAST_OF, kind="stable")
        table = ordered.drop_duplicates([*conditions, _RUN], keep="last").sort_index()
        ends = ", each after its last step"
    if table.duplicated([*conditions, _RUN]).any():
        return None
    measured = [
        c
        for c in map(str, table.columns)
        if c not in (_RUN, _LAST_OF, *conditions) and pd.api.types.is_numeric_dtype(table[c])
    ]
    if not conditions or not measured or len(conditions) + len(measured) > _COLUMNS:
        return None
    groups = table.groupby(conditions, sort=False, dropna=False)
    if not 1 < groups.ngroups <= _ROWS:
        return None
    rows = [
        [*map(_text, names if isinstance(names, tuple) else (names,))]
        + [_mean(group[column].astype(float)) for column in measured]
        for names, group in groups
    ]
    caption = f"Means over the {runs} runs of the figure [least, largest]{ends}"
    return ConditionMeans(caption, [*conditions, *measured], rows)


def _is_condition(table: pd.DataFrame, column: str) -> bool:
    values = {frozenset(of_run.dropna()) for _, of_run in table.groupby(_RUN)[column]}
    shared = next(iter(values))
    return len(values) == 1 and 0 < len(shared) <= _LEVELS


def _mean(values: pd.Series) -> str:
    present = values.dropna()
    if present.empty:
        return "-"
    least, largest = present.min(), present.max()
    if least == largest:
        return _text(least)
    return f"{_text(present.mean())} [{_text(least)}, {_text(largest)}]"


def _text(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
