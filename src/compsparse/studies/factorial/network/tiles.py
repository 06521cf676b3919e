"""Tiles of the inputs of all runs that fit the processor's cache."""

import math
from dataclasses import dataclass

# a part's whole working set; from 4 to 16 MB the time changes by a few percent only
TILE_BYTES = 6 * 2**20
# matrix products run up to 10 % faster over a multiple of this many rows
_ROW_MULTIPLE = 128


@dataclass(frozen=True)
class Tile:
    """Some rows of one run, or all rows of some runs, as half-open ranges."""

    runs: tuple[int, int]
    rows: tuple[int, int]

    @property
    def index(self) -> tuple[slice, slice, slice]:
        """Index of the tile in an array [run, ..., row] of three axes."""
        return slice(*self.runs), slice(None), slice(*self.rows)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of runs and rows."""
        return self.runs[1] - self.runs[0], self.rows[1] - self.rows[0]


def tiles(runs: int, rows: int, bytes_per_row: int, tile_bytes: int = TILE_BYTES) -> list[Tile]:
    """Cut runs, row after row, into tiles of at most ``tile_bytes``, but at least one row."""
    per_tile = max(1, tile_bytes // bytes_per_row)
    if rows <= per_tile:
        cuts = _cuts(runs, per_tile // rows)
        return [Tile(cut, (0, rows)) for cut in cuts]
    if per_tile >= _ROW_MULTIPLE:
        per_tile -= per_tile % _ROW_MULTIPLE
    starts = range(0, rows, per_tile)
    cuts = [(start, min(start + per_tile, rows)) for start in starts]
    return [Tile((run, run + 1), cut) for run in range(runs) for cut in cuts]


def _cuts(length: int, largest: int) -> list[tuple[int, int]]:
    """Cut a range into the fewest near-equal pieces of at most ``largest``."""
    size = math.ceil(length / math.ceil(length / largest))
    return [(start, min(start + size, length)) for start in range(0, length, size)]
