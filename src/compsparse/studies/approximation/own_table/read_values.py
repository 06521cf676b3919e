"""Read a function of some variables, as values on a grid."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.own_data.arrays import is_array_file, read_array
from compsparse.own_data.cells import (
    Cells,
    first_word,
    numbers,
    read_cells,
    shown,
    without_row_numbers,
)
from compsparse.own_data.errors import OwnDataError
from workflow_engine.artifacts.contents import read_own_contents

MOST_VARIABLES = 16  # all their splits in halves take half a minute
LARGEST = 2**22  # values; splits of more take minutes each
_REMEDY = f"Give values at every place of a grid of 2 to {MOST_VARIABLES} variables."
_SAME_PLACE = 1e-9  # relative: nearer numbers differ by rounding
_NEAR_ZERO = 4 * np.finfo(np.float64).eps  # of the largest number
_LEAST_RANGE = 1e-12  # of the largest value: what varies less, varies by rounding


@dataclass(frozen=True)
class Grid:
    """Values of a function on a grid.

    Attributes:
        names: of the variables.
        values: an axis for each variable, the largest of them between 1 and 2 in size.
        notes: what was taken for granted.
    """

    names: list[str]
    values: Float64[np.ndarray, "*place"]
    notes: tuple[str, ...] = ()


def read_values(path: Path) -> Grid:
    """Read a grid from an array of numpy, or from a text with a line per place.

    In a text the columns are the variables and, last, the value; lines are in any order, and more
    than one line of a place are averaged. An array has an axis for each variable. Values are
    scaled by a power of two, which changes no share of a variance, so that no square of them is
    lost or infinite.

    Raises:
        OwnDataError: no grid, with the line or place that is in the way, and what to do.
    """
    contents = read_own_contents(path)
    if is_array_file(contents):
        array = read_array(path, contents)
        names = [f"x{axis + 1}" for axis in range(array.ndim)]
        return _checked(path, names, array, ())
    return as_grid(read_cells(path, contents))


def as_grid(cells: Cells) -> Grid:
    """Return the grid that cells hold; see ``read_values``."""
    cells = without_row_numbers(cells)
    names, notes = list(cells.header[:-1]), list(cells.notes)
    if "" in cells.header:
        place = cells.header.index("")
        raise OwnDataError(
            cells.path,
            f"Column {place + 1} has no name and does not number the rows.",
            "Give it the name of a variable, or take it out.",
        )
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        problem = f"Two columns are named {shown(twice)}."
        raise OwnDataError(cells.path, problem, "Give each variable a name of its own.")
    values = numbers(cells.column(len(names)))
    if values is None:
        place = first_word(cells.column(len(names)))
        raise OwnDataError(
            cells.path,
            f"Line {cells.lines[place]} has {shown(cells.rows[place][-1])} in the last column, "
            f"{shown(cells.header[-1])}, where the value stands.",
            "Put the column of values last; every one of them is a number.",
        )
    axes = [_Axis(name, cells.column(place)) for place, name in enumerate(names)]
    notes += [axis.note for axis in axes if axis.note]
    constant = [axis.name for axis in axes if axis.size == 1]
    if constant:
        notes.append(f"{', '.join(constant)}: the same in every line, and left out")
    axes = [axis for axis in axes if axis.size > 1]
    sizes = tuple(axis.size for axis in axes)
    _require_size(cells.path, sizes)
    total, count = np.zeros(sizes), np.zeros(sizes, dtype=np.int64)
    places = tuple(axis.place for axis in axes)
    with np.errstate(over="ignore", invalid="ignore"):
        np.add.at(total, places, values)
    np.add.at(count, places, 1)
    if not count.all():
        hole = np.argwhere(count == 0)[0]
        where = ", ".join(
            f"{axis.name} = {axis.levels[n]}" for axis, n in zip(axes, hole, strict=True)
        )
        missing = int((count == 0).sum())
        others = f" (and {missing - 1:,} more places)" if missing > 1 else ""
        by = " x ".join(map(str, sizes))
        raise OwnDataError(
            cells.path,
            f"There is no value at {where}{others}: {len(values):,} lines, a grid of {by} places.",
            "Add the lines that are missing, or leave out a column that is no variable.",
        )
    if count.max() > 1:
        often = " to ".join(map(str, sorted({int(count.min()), int(count.max())})))
        notes.append(f"{often} values at each place, which are averaged")
    return _checked(cells.path, [axis.name for axis in axes], total / count, tuple(notes))


class _Axis:
    """The places of one variable: numbers in their order, words sorted.

    Attributes:
        name: of the variable.
        levels: its places, as they stand in the file.
        place: of each line, the number of its place.
        note: what was merged; empty where nothing was.
    """

    def __init__(self, name: str, column: Sequence[str]) -> None:
        self.name, self.note = name, ""
        found = numbers(column)
        if found is None or not np.isfinite(found).all():
            self.levels, place = np.unique(np.array(column), return_inverse=True)
        else:
            levels, first, place = np.unique(found, return_index=True, return_inverse=True)
            far = ~_same(levels)
            self.levels = np.array(column)[first][np.r_[True, far]]
            place = np.r_[0, np.cumsum(far)][place]
            if not far.all():
                near = int(np.flatnonzero(~far)[0])
                pair = " and ".join(column[n] for n in sorted(first[near : near + 2]))
                self.note = f"{name}: {pair} are one place, as all that differ by rounding alone"
        self.place = np.asarray(place).ravel()

    @property
    def size(self) -> int:
        """Number of places."""
        return len(self.levels)


def _same(levels: Float64[np.ndarray, " level"]) -> np.ndarray:
    """Return whether each sorted number and the next one differ by rounding alone."""
    larger = np.maximum(np.abs(levels[:-1]), np.abs(levels[1:]))
    allowed = np.maximum(_SAME_PLACE * larger, _NEAR_ZERO * np.abs(levels).max())
    return np.asarray(np.diff(levels) <= allowed)


def _require_size(path: Path, sizes: tuple[int, ...]) -> None:
    if not 2 <= len(sizes) <= MOST_VARIABLES:
        problem = f"The grid has {len(sizes)} variables that vary."
        raise OwnDataError(path, problem, _REMEDY)
    if math.prod(sizes) > LARGEST:
        by = " x ".join(map(str, sizes))
        problem = f"The grid has {by} places; at most {LARGEST:,} are read."
        raise OwnDataError(path, problem, "Take a coarser grid.")


def _checked(path: Path, names: list[str], values: np.ndarray, notes: tuple[str, ...]) -> Grid:
    _require_size(path, tuple(size for size in values.shape if size > 1))
    if 1 in values.shape:
        names = [name for name, size in zip(names, values.shape, strict=True) if size > 1]
        notes += ("axes of one place are left out",)
    values = values.squeeze().astype(np.float64)
    if not np.isfinite(values).all():
        place = np.argwhere(~np.isfinite(values))[0] + 1
        where = ", ".join(f"{name} {n}" for name, n in zip(names, place, strict=True))
        problem = f"The value at place {where} is not a finite number."
        raise OwnDataError(path, problem, "Give a finite number at every place.")
    # exact, unlike a division; squares of 1e-200 would vanish, and those of 1e200 be infinite
    scaled = np.ldexp(values, 1 - int(np.frexp(np.abs(values).max())[1]))
    if float(np.ptp(scaled)) <= _LEAST_RANGE * float(np.abs(scaled).max()):
        problem = "All values are the same but for rounding: their variance is 0."
        raise OwnDataError(path, problem, "Give a function that varies.")
    return Grid(names, scaled, notes)
