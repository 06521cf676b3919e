"""Grids and learned tables in files, eight cells or answers in a byte."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Int32, Int64

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.circuits.local_steps.cellular.transition import DIRECTIONS
from compsparse.studies.circuits.local_steps.cellular.windows import PATTERNS
from compsparse.studies.circuits.typed_arrays import read_typed_arrays

RunGrids = Bool[np.ndarray, "run grid row column"]

_BYTE = 8


@dataclass(frozen=True)
class States:
    """Grids to learn from and grids to be asked about, other ones in each run."""

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
    """What was learned in each run, forward and backward."""

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
    """Return the grids of a file.

    Raises:
        ArtifactError: the file cannot be read, or does not hold grids of one size.
    """
    arrays = read_typed_arrays(
        path, {"side": (np.int64, 1), "training": (np.uint8, 3), "test": (np.uint8, 3)}
    )
    sides = arrays["side"].tolist()
    if len(sides) != 2 or min(sides) < 1 or max(sides) > 2**15:
        raise ArtifactError(path, f"side is {sides}; needed are a number of rows and of columns.")
    cells = sides[0] * sides[1]
    for name in ("training", "test"):
        if arrays[name].shape[-1] != -(-cells // _BYTE):
            raise ArtifactError(
                path,
                f"{name} has the shape {arrays[name].shape}, which does not fit {cells} cells.",
            )
    if len(arrays["training"]) != len(arrays["test"]):
        raise ArtifactError(path, "training and test are of different numbers of runs.")
    return States(*(_unpacked(arrays[name], sides) for name in ("training", "test")))


def read_learned(path: Path) -> Learned:
    """Return the tables of a file.

    Raises:
        ArtifactError: the file cannot be read, or does not hold tables of all windows.
    """
    arrays = read_typed_arrays(
        path, {"sizes": (np.int64, 1), "tables": (np.uint8, 4), "first_seen": (np.int32, 3)}
    )
    runs, sizes = len(arrays["tables"]), len(arrays["sizes"])
    expected = {
        "tables": (runs, len(DIRECTIONS), sizes, PATTERNS // _BYTE),
        "first_seen": (runs, len(DIRECTIONS), PATTERNS),
    }
    for name, shape in expected.items():
        if arrays[name].shape != shape:
            raise ArtifactError(
                path, f"{name} has the shape {arrays[name].shape} where {shape} is expected."
            )
    tables = np.unpackbits(arrays["tables"], axis=-1).astype(bool)
    return Learned(arrays["sizes"], tables, arrays["first_seen"])


def _packed(grids: RunGrids) -> np.ndarray:
    return np.packbits(grids.reshape(*grids.shape[:2], -1), axis=-1)


def _unpacked(stored: np.ndarray, sides: Sequence[int]) -> RunGrids:
    cells = sides[0] * sides[1]
    bits = np.unpackbits(stored, axis=-1, count=cells)
    return bits.astype(bool).reshape(*stored.shape[:2], *sides)
