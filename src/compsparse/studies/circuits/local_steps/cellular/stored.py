"""Grids and learned tables in files, eight cells or answers in a byte."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int32, Int64, UInt8

from compsparse.studies.circuits.local_steps.cellular import transition, windows
from workflow_engine.artifacts import errors, named_axes

RunGrids = Bool[np.ndarray, "run grid row column"]

_BYTE = 8


@dataclass(frozen=True)
class States:
    """Training and test grids, different ones in each run."""

    training: RunGrids
    test: Bool[np.ndarray, "run test_grid row column"]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays of a file that ``read_states`` reads."""
        return {
            "side": np.array(self.training.shape[-2:]),
            "training": _packed(self.training),
            "test": _packed(self.test),
        }


@dataclass(frozen=True)
class Learned:
    """The tables learned in each run, forward and backward."""

    sizes: Int64[np.ndarray, " size"]  # samples
    tables: Bool[np.ndarray, "run direction size pattern"]
    first_seen: Int32[np.ndarray, "run direction pattern"]  # the sample, from 0

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays of a file that ``read_learned`` reads."""
        return {
            "sizes": self.sizes,
            "tables": np.packbits(self.tables, axis=-1),
            "first_seen": self.first_seen,
        }


def read_states(path: Path) -> States:
    """Return the grids of a file."""
    arrays = named_axes.read_named_axes(
        path,
        {
            "side": Int64[np.ndarray, "2"],
            "training": UInt8[np.ndarray, "run grid byte"],
            "test": UInt8[np.ndarray, "run test_grid byte"],
        },
    )
    sides = arrays["side"].tolist()
    # larger ones are damage; their product could be any number
    if min(sides) < 1 or max(sides) > 2**15:
        raise errors.ArtifactError(
            path, f"side is {sides}; needed are a number of rows and of columns."
        )
    cells, packed = sides[0] * sides[1], arrays["training"].shape[-1]
    if packed != -(-cells // _BYTE):
        raise errors.ArtifactError(path, f"Grids of {packed} bytes do not fit {cells} cells.")
    return States(*(_unpacked(arrays[name], sides) for name in ("training", "test")))


def read_learned(path: Path) -> Learned:
    """Return the tables of a file."""
    arrays = named_axes.read_named_axes(
        path,
        {
            "sizes": Int64[np.ndarray, " size"],
            "tables": UInt8[
                np.ndarray, f"run {len(transition.DIRECTIONS)} size {windows.PATTERNS // _BYTE}"
            ],
            "first_seen": Int32[np.ndarray, f"run {len(transition.DIRECTIONS)} {windows.PATTERNS}"],
        },
    )
    tables = np.unpackbits(arrays["tables"], axis=-1).astype(bool)
    return Learned(arrays["sizes"], tables, arrays["first_seen"])


def _packed(grids: RunGrids) -> np.ndarray:
    return np.packbits(grids.reshape(*grids.shape[:2], -1), axis=-1)


def _unpacked(stored: np.ndarray, sides: Sequence[int]) -> RunGrids:
    cells = sides[0] * sides[1]
    bits = np.unpackbits(stored, axis=-1, count=cells)
    return bits.astype(bool).reshape(*stored.shape[:2], *sides)
