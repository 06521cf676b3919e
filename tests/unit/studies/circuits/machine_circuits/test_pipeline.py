"""All stages of Theorem 1 compute the reference; what the step that makes them writes."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.circuit.stored import read_circuits
from compsparse.studies.circuits.machine_circuits.pipeline import STAGES, pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.unrolling import generate_machines
from workflow_engine.artifacts.arrays import encode


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("length", [2, 6])
def test_every_stage_computes_the_reference(name: str, length: int) -> None:
    program, bits = PROGRAMS[name], all_inputs(length)
    stages = pipeline(program, length)
    expected = program.expected(bits)
    for circuit in (stages.unrolled, stages.folded, stages.bounded):
        np.testing.assert_array_equal(PackedCircuit(circuit).evaluate_bits(bits), expected)
    np.testing.assert_array_equal(stages.threshold.evaluate_bits(bits), expected)
    assert stages.folded.size < stages.unrolled.size
    assert stages.threshold.size == stages.folded.size
    assert stages.bounded.fan_in <= 3


@pytest.mark.parametrize("name", ["binary_addition", "zeros_ones"])
def test_the_step_stores_circuits_and_the_sizes_of_all_stages(name: str, tmp_path: Path) -> None:
    params = {"root_seed": 0, "seed_names": [], "machine": name, "kept": [2, 4], "measured": [4, 6]}
    data = generate_machines.run({}, **params)["data"]
    assert isinstance(data, dict)
    path = tmp_path / "data.npz"
    path.write_bytes(encode(path, data))
    stored = read_circuits(path)
    assert list(stored) == ["n2-folded", "n2-bounded", "n4-folded", "n4-bounded"]
    program = PROGRAMS[name]
    assert data["length"].tolist() == [4, 6]
    assert data["steps"].tolist() == [program.steps(4), program.steps(6)]
    assert data["cells"].tolist() == [program.cells(4), program.cells(6)]
    assert data["size"].shape == data["depth"].shape == (2, len(STAGES))
    for row, length in enumerate([4, 6]):
        stages = pipeline(program, length)
        for column, stage in enumerate(STAGES):
            circuit = getattr(stages, stage)
            measured = [data[name][row, column] for name in ("size", "depth", "fan_in", "edges")]
            assert measured == [circuit.size, circuit.depth, circuit.fan_in, circuit.edges]
        gates = data["fan_ins"][row]
        assert gates.sum() == stages.threshold.size
        assert gates @ np.arange(len(gates)) == stages.threshold.edges
    assert stored["n4-bounded"].size == data["size"][0, STAGES.index("bounded")]
