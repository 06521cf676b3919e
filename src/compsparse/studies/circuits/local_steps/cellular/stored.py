"""Grids and learned tables in files, eight cells or answers in a byte."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int32, Int64, UInt8

from compsparse.studies.circuits.local_steps.cellular import transition
from workflow_engine.artifacts.named_axes import arrays_of, read_dataclass

RunGrids = Bool[np.ndarray, "run grid row column"]

_BYTE = 8
_DIRECTIONS = len(transition.DIRECTIONS)


@dataclass(frozen=True)
class _Packed:
    side: Int64[np.ndarray, "2"]
    training: UInt8[np.ndarray, "run grid byte"]
    test: UInt8[np.ndarray, "run test_grid byte"]

    def __post_init__(self) -> None:
        rows, columns = self.side.tolist()
        # larger ones are damage; their product could be any number
        if min(rows, columns) < 1 or max(rows, columns) > 2**15:
            raise ValueError(f"side is {[rows, columns]}; needed are numbers of rows and columns.")
        if self.training.shape[-1] != -(-rows * columns // _BYTE):
            raise ValueError(
                f"Grids of {self.training.shape[-1]} bytes do not fit {rows * columns} cells."
            )

    def grids(self, packed: UInt8[np.ndarray, "run grid byte"]) -> RunGrids:
        bits = np.unpackbits(packed, axis=-1, count=int(self.side.prod()))
        return bits.astype(bool).reshape(*packed.shape[:2], *self.side)


@dataclass(frozen=True)
class States:
    """Training and test grids, different ones in each run."""

    training: RunGrids
    test: Bool[np.ndarray, "run test_grid row column"]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays of a file that ``read_states`` reads."""
        training, test = (
            np.packbits(grids.reshape(*grids.shape[:2], -1), axis=-1)
            for grids in (self.training, self.test)
        )
        return arrays_of(_Packed(np.array(self.training.shape[-2:]), training, test))


def read_states(path: Path) -> States:
    """Return the grids of a file."""
    stored = read_dataclass(path, _Packed)
    return States(stored.grids(stored.training), stored.grids(stored.test))


@dataclass(frozen=True)
class Learned:
    """The tables learned in each run, forward and backward; as they are stored."""

    sizes: Int64[np.ndarray, " size"]  # samples
    tables: UInt8[np.ndarray, f"run {_DIRECTIONS} size {transition.PATTERNS // _BYTE}"]
    first_seen: Int32[np.ndarray, f"run {_DIRECTIONS} {transition.PATTERNS}"]  # the sample, from 0

    @property
    def answers(self) -> Bool[np.ndarray, "run direction size pattern"]:
        """The answer of each table to each pattern."""
        return np.unpackbits(self.tables, axis=-1).astype(bool)
