"""A step that replaces every block of 2 x 2 cells by another one (Margolus 1984).

Blocks of the even phase begin at even rows and columns, of the odd phase at odd ones, in turn;
grids are tori. A block is a number: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, UInt8

CORNERS = 4
BLOCKS = 2**CORNERS
_PLACES = np.arange(CORNERS, dtype=np.uint8)
_WEIGHTS = (np.uint8(1) << _PLACES).reshape(2, 2)

Grids = Bool[np.ndarray, "*batch row column"]
Codes = UInt8[np.ndarray, "*batch block_row block_column"]


@dataclass(frozen=True)
class BlockRule:
    """What follows each of the 16 blocks; reversible if no block follows two of them."""

    name: str
    after: UInt8[np.ndarray, " block"]

    def __post_init__(self) -> None:
        if self.after.shape != (BLOCKS,) or self.after.max() >= BLOCKS:
            raise ValueError(
                f"The rule {self.name!r} has the table {self.after.tolist()}; needed are "
                f"{BLOCKS} numbers from 0 to {BLOCKS - 1}."
            )

    @property
    def reversible(self) -> bool:
        """Whether every block is the successor of one block."""
        return bool(len(np.unique(self.after)) == BLOCKS)

    def inverse(self) -> "BlockRule":
        """Return the rule that undoes this one; ValueError if it is not reversible."""
        if not self.reversible:
            successors, counts = np.unique(self.after, return_counts=True)
            merged = int(successors[counts.argmax()])
            before = np.flatnonzero(self.after == merged).tolist()
            raise ValueError(
                f"The rule {self.name!r} has no inverse: the blocks {before} are all followed by "
                f"{merged}. Take a rule in which no block follows two."
            )
        return BlockRule(f"inverse of {self.name}", np.argsort(self.after).astype(np.uint8))

    def step(self, grids: Grids, phase: int) -> Grids:
        """Return what follows the grids when the blocks of a phase are replaced."""
        return grids_of(self.after[block_codes(grids, phase)], phase)

    def trajectory(self, grids: Grids, steps: int) -> Bool[np.ndarray, "time *batch row column"]:
        """Return the grids at times 0 .. steps, beginning with the even phase."""
        states = [grids]
        for time in range(steps):
            states.append(self.step(states[-1], time))
        return np.stack(states)


def block_codes(grids: Grids, phase: int) -> Codes:
    """Return the number of each block of a phase."""
    *batch, rows, columns = grids.shape
    if rows % 2 or columns % 2:
        raise ValueError(
            f"The grids have {rows} rows and {columns} columns; blocks of 2 x 2 cells need even "
            "numbers of both."
        )
    aligned = np.roll(grids, (-1, -1), axis=(-2, -1)) if phase % 2 else grids
    cells = aligned.view(np.uint8).reshape(*batch, rows // 2, 2, columns // 2, 2)
    return np.asarray(np.einsum("...rucv,uv->...rc", cells, _WEIGHTS))


def grids_of(codes: Codes, phase: int) -> Grids:
    """Return the grids whose blocks of a phase have these numbers."""
    *batch, rows, columns = codes.shape
    corners = ((codes[..., None] >> _PLACES) & np.uint8(1)).astype(bool)
    blocks = corners.reshape(*batch, rows, columns, 2, 2)
    aligned = np.moveaxis(blocks, -2, -3).reshape(*batch, 2 * rows, 2 * columns)
    return np.roll(aligned, (1, 1), axis=(-2, -1)) if phase % 2 else aligned
