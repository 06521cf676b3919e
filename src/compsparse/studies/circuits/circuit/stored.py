"""Several named circuits in one file."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.graph import CircuitError
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError

_SEPARATOR = "."  # between the name of a circuit and that of its array


def circuit_arrays(circuits: Mapping[str, Circuit]) -> dict[str, np.ndarray]:
    """Return the arrays of all circuits, for ``read_circuits``; ValueError if a name has a dot."""
    arrays = {}
    for name, circuit in circuits.items():
        if _SEPARATOR in name:
            raise ValueError(f"The circuit's name {name!r} has a {_SEPARATOR!r}; take another.")
        for part, array in circuit.arrays().items():
            arrays[f"{name}{_SEPARATOR}{part}"] = array
    return arrays


def read_circuits(path: Path) -> dict[str, Circuit]:
    """Return the circuits of a file by name; ArtifactError if it has none or an invalid one."""
    parts: dict[str, dict[str, np.ndarray]] = {}
    for key, array in read_arrays(path).items():
        name, separator, part = key.partition(_SEPARATOR)
        if separator:
            parts.setdefault(name, {})[part] = array
    if not parts:
        raise ArtifactError(path, "it holds no circuit.")
    try:
        return {name: Circuit.from_arrays(arrays) for name, arrays in parts.items()}
    except CircuitError as error:
        raise ArtifactError(path, f"it holds what is no circuit. {error}") from error
