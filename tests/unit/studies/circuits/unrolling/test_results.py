"""The three results on machines, from tiny circuits; damaged ones must show."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.unrolling import (
    evaluate_broken_pipeline,
    evaluate_growth,
    evaluate_pipeline,
    generate_machines,
)
from compsparse.studies.circuits.unrolling.breaks import (
    BREAKS,
    UNNOTICED,
    intact,
    printed_not_gate,
    wrong_inputs,
)
from compsparse.studies.circuits.unrolling.plan import Unrolling, collect
from tests.unit.studies.step_files import stored
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.job_collector import JobCollector

NAMES = ["parity", "binary_addition", "zeros_ones"]
BUILT: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["circuits", "machines", "parity"],
    "kept": [2, 4],
    "measured": [2, 4, 6],
}
SETTINGS: dict[str, Any] = {
    "machines": {
        "generate": {"kept": [2, 4], "measured": [{"machines": NAMES, "lengths": [2, 4, 6]}]},
        "evaluate": {"reference_lengths": [2]},
    },
    "broken_pipeline": {"evaluate": {"lengths": [2, 4], "machines": list(PROGRAMS)}},
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder, paths = tmp_path_factory.mktemp("machines"), []
    for name in NAMES:
        made = generate_machines.run({}, machine=name, **BUILT)["data"]
        paths.append(stored(folder / f"{name}.npz", made))
    return paths


def values(outputs: dict[str, Any], result: str) -> dict[str, float]:
    metrics = outputs["metrics"]
    assert list(metrics) == [result]
    return {name: metric["value"] for name, metric in metrics[result].items()}


PIPELINE = {"root_seed": 0, "machines": NAMES, "kept": [2, 4], "reference_lengths": [2]}


def test_every_stage_agrees(data: list[Path]) -> None:
    outputs = evaluate_pipeline.run({"data": data}, **PIPELINE)
    assert set(values(outputs, "circuits_pipeline").values()) == {1.0}
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    assert len(table) == len(NAMES) * (2 * 5 + 1)
    assert (table["inputs"] == 2 ** table["length"]).all()


@pytest.mark.parametrize("world", ["tripled", "wrong_sources"])
def test_worlds_reach_all_circuits_of_a_machine(world: Any, data: list[Path]) -> None:
    made: Any = generate_machines.run({}, machine=NAMES[0], world=world, **BUILT)["data"]
    plain = read_arrays(data[0])
    if world == "tripled":
        for name in ("size", "depth"):
            # few constants, which stay single
            assert (made[name][:, :2] >= 3 * plain[name][:, :2] - 20).all(), name
            assert (made[name] > 2 * plain[name]).all(), name
    else:
        for name in ("size", "depth", "fan_in"):
            np.testing.assert_array_equal(made[name][:, :2], plain[name][:, :2])
        assert not np.array_equal(made["n4-bounded.sources"], plain["n4-bounded.sources"])
        assert not np.array_equal(made["n4-folded.sources"], plain["n4-folded.sources"])


@pytest.mark.parametrize("stage", ["folded", "bounded"])
def test_one_wrong_gate_in_a_stored_circuit_shows(
    data: list[Path], stage: str, tmp_path: Path
) -> None:
    arrays = read_arrays(data[0])
    kinds = arrays[f"n4-{stage}.kinds"]
    kinds[-1] = {Kind.OR: Kind.AND, Kind.AND: Kind.OR}[Kind(int(kinds[-1]))]
    damaged = stored(tmp_path / "damaged.npz", arrays)
    outputs = evaluate_pipeline.run({"data": [damaged, *data[1:]]}, **PIPELINE)
    found = values(outputs, "circuits_pipeline")
    # threshold gates are made from the folded circuit
    wrong = {"folded": {"folded", "threshold"}, "bounded": {"bounded"}}[stage]
    assert {name for name, value in found.items() if value < 1} == {f"{s}_agreement" for s in wrong}


def test_breaks_are_noticed_and_the_printed_not_is_none() -> None:
    params = {"root_seed": 0, **SETTINGS["broken_pipeline"]["evaluate"]}
    outputs = evaluate_broken_pipeline.run({}, **params)
    assert values(outputs, "circuits_broken_pipeline") == {
        "intact_wrong_share": 0.0,
        "noticed_share": 1.0,
        "longest_needed_length": 2.0,
        "tight_time_share": 1.0,
        "or_for_xor_wrong_share": 0.0,
        "printed_not_agreement": 0.5,
    }
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    assert len(table) == 2 * len(PROGRAMS) * (1 + len(BREAKS) + len(UNNOTICED))
    assert printed_not_gate().evaluate_bits(np.array([[False], [True]])).tolist() == [[False]] * 2


def test_a_break_that_nothing_notices_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BREAKS, "printed_not", intact)
    params = {"root_seed": 0, "lengths": [2, 4], "machines": ["parity", "binary_increment"]}
    found = values(evaluate_broken_pipeline.run({}, **params), "circuits_broken_pipeline")
    assert found["noticed_share"] == pytest.approx(1 - 1 / len(BREAKS))
    assert found["longest_needed_length"] == 5.0


def test_a_lost_output_counts_as_false() -> None:
    expected = np.array([[True, True], [True, False]])
    assert wrong_inputs(np.array([[True], [True]]), expected) == 1
    assert wrong_inputs(np.array([[False], [True]]), expected) == 1
    assert wrong_inputs(expected, expected) == 0


def test_exponents_and_bounds(data: list[Path]) -> None:
    outputs = evaluate_growth.run({"data": data}, root_seed=0, machines=NAMES)
    found = values(outputs, "circuits_growth")
    assert 0.9 < found["unrolled_over_allowed"] <= 1.0
    assert 0.0 < found["bounded_over_allowed"] <= 1.0
    assert found["threshold_over_folded"] == 1.0
    assert 3.0 < found["unrolled_levels_per_step"] <= 4.5  # T is 2 at least
    assert 0.0 < found["bounded_over_unrolled_allowed"] < 1.0
    assert 0.0 < found["bounded_levels_over_allowed"] < 1.0
    assert found["largest_fan_in"] <= 3.0
    assert 1.5 < found["size_exponent_unrolled"] <= 2.05
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    assert len(table) == len(NAMES) * 3 * 4


def test_exponents_are_those_of_powers(tmp_path: Path) -> None:
    length = np.array([2, 4, 8])
    steps = length + 1
    arrays = {"length": length, "steps": steps, "cells": steps}
    for name, power in (("size", 2), ("depth", 1), ("edges", 2), ("fan_in", 0)):
        arrays[name] = np.repeat(steps[:, None] ** power, 4, axis=1)
    arrays["fan_ins"] = np.tile([0, 3, 5], (3, 1))
    path = stored(tmp_path / "powers.npz", arrays)
    outputs = evaluate_growth.run({"data": [path]}, root_seed=0, machines=["parity"])
    found = values(outputs, "circuits_growth")
    assert found["size_exponent_bounded"] == pytest.approx(2.0)
    assert found["late_size_exponent_bounded"] == pytest.approx(2.0)
    assert found["depth_exponent_bounded"] == pytest.approx(1.0)


def test_files_of_something_else_are_refused(data: list[Path], tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="no circuit 'n6-folded'"):
        evaluate_pipeline.run({"data": data}, **{**PIPELINE, "kept": [6]})
    path = tmp_path / "other.npz"
    arrays = read_arrays(data[0])
    for damage, message in (
        ({"steps": arrays["steps"].astype(float)}, "steps is float64"),
        ({"size": arrays["size"][:, :3]}, "size has 3 entries along 4"),
        ({"cells": arrays["cells"][:2]}, "cells has 2 entries along length"),
    ):
        stored(path, {**arrays, **damage})
        with pytest.raises(ArtifactError, match=message):
            evaluate_growth.run({"data": [path]}, root_seed=0, machines=["parity"])


def test_gates_and_levels_of_three_times_as_many_exceed_the_counts(
    data: list[Path], tmp_path: Path
) -> None:
    paths = []
    for path in data:
        arrays = read_arrays(path)
        tripled = {name: 3 * arrays[name] for name in ("size", "depth")}
        paths.append(stored(tmp_path / path.name, arrays | tripled))
    outputs = evaluate_growth.run({"data": paths}, root_seed=0, machines=NAMES)
    found = values(outputs, "circuits_growth")
    assert found["unrolled_over_allowed"] > 1
    assert found["unrolled_levels_per_step"] > 9


def test_allowed_levels_are_counted() -> None:
    arrays = {"steps": np.array([3, 5]), "fan_in": np.array([[0, 0, 2, 0], [0, 0, 9, 0]])}
    # three levels a step with an OR of two, and 2 + 4 + 1 with an OR of nine
    assert evaluate_growth.levels_allowed(arrays).tolist() == [4 * 3 + 2, 7 * 5 + 5]


def test_allowed_gates_are_counted() -> None:
    # three of fan-in 1: 3 + 0 + 2 each; five of fan-in 2: 6 + 3 + 2 each; two constants
    assert evaluate_growth.bounded_allowed(np.array([[0, 3, 5]])).tolist() == [3 * 5 + 5 * 11 + 2]
    arrays = {"length": np.array([2]), "steps": np.array([3]), "cells": np.array([3])}
    per_cell = 6 + 2 * 3 + 4 + 2
    allowed = evaluate_growth.unrolled_allowed(PROGRAMS["parity"].machine, arrays)
    assert allowed.tolist() == [(per_cell * 3 + 1) * 3 + 5 * 2 + 3]


def test_the_plan_has_a_dataset_for_each_machine() -> None:
    collected = JobCollector("circuits", 0, "smoke")
    collect(collected, Unrolling.model_validate(SETTINGS))
    steps = [job.step for job in collected.jobs]
    assert {step: steps.count(step) for step in set(steps)} == {
        "generate": 3,
        "evaluate": 3,
        "render": 3,
    }
    made = collected.made("generate", "data", "machines")
    assert made == [f"circuits/data/machines/{name}.npz" for name in NAMES]
    read = [job.inputs["data"] for job in collected.jobs if "data" in job.inputs]
    assert read == [made, made]
