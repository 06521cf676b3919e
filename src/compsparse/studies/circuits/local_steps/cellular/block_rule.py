"""A step that replaces every block of 2 x 2 cells by another one (Margolus 1984).

Blocks of the even phase begin at even rows and columns, of the odd phase at odd ones, in turn;
grids are tori. A block is a number: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.

``billiard``: the billiard-ball model (Fredkin and Toffoli 1982; as a rule on blocks, Margolus
1984), in which balls can carry out any computation. ``gas``: the lattice gas of Hardy, Pomeau and
de Pazzis (1973) on diagonals. ``annihilating``: billiard balls that vanish when two meet.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64, UInt8

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


_OPPOSITE = (3, 2, 1, 0)  # the corner across the block
_SINGLES = (1, 2, 4, 8)
_DIAGONALS = (0b1001, 0b0110)  # two particles that move towards each other
_EMPTY = 0


def rule(name: str) -> BlockRule:
    """Return a rule by its name."""
    if name not in _TABLES:
        raise ValueError(f"There is no rule {name!r}; the rules are {', '.join(_TABLES)}.")
    return BlockRule(name, np.array(_TABLES[name](), dtype=np.uint8))


def _billiard() -> list[int]:
    """A lone ball crosses its block, two on a diagonal turn; everything else stands still."""
    after = list(range(BLOCKS))
    for single in _SINGLES:
        after[single] = _crossed(single)
    return _turned(after)


def _gas() -> list[int]:
    """Every particle crosses its block, but two alone on a diagonal leave at right angles."""
    return _turned([_crossed(block) for block in range(BLOCKS)])


def _annihilating() -> list[int]:
    after = _billiard()
    for diagonal in _DIAGONALS:
        after[diagonal] = _EMPTY
    return after


def _turned(after: list[int]) -> list[int]:
    first, second = _DIAGONALS
    after[first], after[second] = second, first
    return after


def _crossed(block: int) -> int:
    return sum(1 << _OPPOSITE[corner] for corner in range(4) if block >> corner & 1)


_TABLES = {"billiard": _billiard, "gas": _gas, "annihilating": _annihilating}


Numbers = Int64[np.ndarray, "*batch"]
Vectors = Int64[np.ndarray, "*batch 2"]


def particles(grids: Grids) -> Numbers:
    """Return the number of occupied cells of each grid."""
    return np.asarray(grids.sum(axis=(-2, -1), dtype=np.int64))


def momentum(grids: Grids, phase: int) -> Vectors:
    """Return the sum of all velocities, down and right; conserved if all particles always move."""
    # a particle flies to the corner across its block of the phase: from the upper row down, from
    # the left column to the right
    down = _sign(grids.shape[-2], phase)
    right = _sign(grids.shape[-1], phase)
    occupied = grids.astype(np.int64)
    return np.stack(
        [(occupied * down[:, None]).sum(axis=(-2, -1)), (occupied * right).sum(axis=(-2, -1))],
        axis=-1,
    )


def _sign(size: int, phase: int) -> Int64[np.ndarray, " place"]:
    places = (np.arange(size, dtype=np.int64) - phase) % 2
    return np.asarray(1 - 2 * places)
