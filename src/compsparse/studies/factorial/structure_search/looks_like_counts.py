"""Whether a table holds what it says: sums and percentages look like counts and are none.

A tested hypothesis rests on the number of counts. With a row of sums it is twice what it was, and
with percentages it never was.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.own_data.cells import shown
from compsparse.own_data.errors import OwnDataError

# probabilities that were rounded to some digits still sum to 1 within this
SUM_TOLERANCE = 1e-6
_MOST_ROUNDING = 3.0  # by which percentages of a row miss 100, however many they are
_INSIST = "If they are what you mean, say --as-is."
_ROUND_SUMS = tuple(10**power for power in range(3, 10))


def require_plausible(
    path: Path,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    values: Float64[np.ndarray, "x y"],
) -> None:
    """Refuse a table with sums among its cells, and one of percentages.

    Raises:
        OwnDataError: naming the row or column, and what to write instead.
    """
    for kind, names, table in (("row", inputs, values), ("column", outputs, values.T)):
        for place in _sums(table):
            raise OwnDataError(
                path,
                f"The {kind} {shown(names[place])} is the sum of all others, so that everything "
                "would count twice.",
                f"Take it out. {_INSIST}",
            )
    for kind, table in (("row", values), ("column", values.T)):
        sums = table.sum(axis=1)
        if _all_near(sums, 100.0, _rounding(table)):
            raise OwnDataError(
                path,
                f"Every {kind} sums to 100 or nearly so: these look like percentages, whose tests "
                "would be of a sample that never was.",
                f"Write how often each outcome was seen. {_INSIST}",
            )
        if _all_near(sums, 1.0, len(values) * SUM_TOLERANCE) and not _whole(values):
            raise OwnDataError(
                path,
                f"Every {kind} sums to 1: these are conditional probabilities, and the table "
                "needs joint ones.",
                f"Multiply each {kind} by its own probability. {_INSIST}",
            )
    if not _whole(values) and abs(float(values.sum()) - 100) <= _rounding(values):
        raise OwnDataError(
            path,
            f"All cells sum to {values.sum():g}: these look like percentages.",
            f"Write counts, or divide each cell by the sum of all. {_INSIST}",
        )


def warnings(counts: Float64[np.ndarray, "x y"]) -> tuple[str, ...]:
    """Return what makes one doubt that these are counts, where it may well be chance or design."""
    found = []
    for kind, sums in (("row", counts.sum(axis=1)), ("column", counts.sum(axis=0))):
        total = float(sums[0])
        if (sums == total).all() and total in _ROUND_SUMS:
            found.append(
                f"every {kind} sums to {total:,.0f}: if these are rates per {total:,.0f} and no "
                "counts, the p values mean nothing"
            )
    if counts.sum() == 100:
        found.append("all cells sum to 100: if these are percentages, the p values mean nothing")
    return tuple(found)


def _sums(table: Float64[np.ndarray, "row column"]) -> Iterator[int]:
    """Yield the rows that are the sum of all others, of which there are two at least."""
    if len(table) < 3:
        return
    total = table.sum(axis=0)
    for place, row in enumerate(table):
        if row.any() and np.allclose(row, total - row, rtol=1e-9, atol=SUM_TOLERANCE):
            yield place


def _rounding(percentages: Float64[np.ndarray, "row column"]) -> float:
    """Return by how much the sum of rounded percentages may miss 100: half a unit for each."""
    unit = 1.0 if _whole(percentages) else 0.1
    return float(min(percentages.shape[1] * unit / 2, _MOST_ROUNDING))


def _all_near(sums: Float64[np.ndarray, " row"], target: float, tolerance: float) -> bool:
    return bool((np.abs(sums - target) <= tolerance).all())


def _whole(values: Float64[np.ndarray, "x y"]) -> bool:
    return bool((values == np.round(values)).all())
