"""Circuits come back from a file; what is none is named with its file."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.stored import circuit_arrays, read_circuits
from tests.unit.studies.circuits.random_circuits import random_circuit
from tests.unit.studies.step_files import stored
from workflow_engine.artifacts.errors import ArtifactError


def test_circuits_come_back(tmp_path: Path) -> None:
    circuits = {"n2-raw": random_circuit(0), "n4-raw": random_circuit(1)}
    path = stored(tmp_path / "circuits.npz", circuit_arrays(circuits) | {"steps": np.arange(3)})
    read = read_circuits(path)
    assert list(read) == list(circuits)
    for name, circuit in circuits.items():
        for part, array in circuit.arrays().items():
            np.testing.assert_array_equal(read[name].arrays()[part], array)


def test_a_file_without_circuits_or_with_half_of_one_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path / "circuits.npz", {"steps": np.arange(3)})
    with pytest.raises(ArtifactError, match="holds no circuit"):
        read_circuits(path)
    arrays = circuit_arrays({"a": random_circuit(0)})
    del arrays["a.kinds"]
    stored(path, arrays)
    with pytest.raises(ArtifactError, match=r"no circuit\. A circuit needs the array 'kinds'"):
        read_circuits(path)


def test_a_name_with_a_dot_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'a\.b'"):
        circuit_arrays({"a.b": random_circuit(0)})
