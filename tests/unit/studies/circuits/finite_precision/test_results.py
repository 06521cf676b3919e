"""The results on finite precision at tiny sizes: what their tables and metrics say."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.circuit.stored import read_circuits
from compsparse.studies.circuits.finite_precision import (
    evaluate_physical_system,
    evaluate_real_functions,
    evaluate_sup_error,
    generate_error_growth,
)
from compsparse.studies.circuits.finite_precision import generate_physical_system as generate_system
from compsparse.studies.circuits.finite_precision import (
    generate_real_functions as generate_functions,
)
from compsparse.studies.circuits.finite_precision.dynamics import trajectories
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from tests.unit.studies.step_files import stored
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError

SEEDS: dict[str, Any] = {"root_seed": 0, "seed_names": ["circuits", "test"]}
FUNCTION_PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "functions": list(FUNCTIONS),
    "places": [2, 3, 4],
}
ERROR_PARAMS: dict[str, Any] = {
    **FUNCTION_PARAMS,
    "exhaustive_bits": 10,
    "draws": 100,
    "wide_draws": 20,
    "network_inputs": 20,
    "control_places": 4,
}
SYSTEM_PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "systems": list(SYSTEMS),
    "fractions": [5, 6, 7, 8, 9, 10],
    "composed_fraction": 8,
    "steps": [1, 2, 3],
    "checked_starts": 64,
    "growth_fraction": 24,
    "first_step": 2,
    "accuracy": 4,
    "starts": 64,
    "runs": 3,
}
GROWTH_PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "growth_fraction": 24,
    "regular_horizon": 12,
    "chaotic_horizon": 8,
    "starts": 64,
    "runs": 3,
}


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("functions")
    return [
        stored(
            folder / f"{name}.npz",
            generate_functions.run({}, function=name, places=[2, 3, 4], **SEEDS)["data"],
        )
        for name in FUNCTIONS
    ]


def grown(folder: Path, **changes: Any) -> list[Path]:
    """Store how errors grow in each system."""
    return [
        stored(
            folder / f"growth_{name}.npz",
            generate_error_growth.run({}, system=name, **GROWTH_PARAMS | changes)["data"],
        )
        for name in SYSTEMS
    ]


@pytest.fixture(scope="module")
def growth(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return grown(tmp_path_factory.mktemp("growth"))


@pytest.fixture(scope="module")
def systems(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("systems")
    fractions = SYSTEM_PARAMS["fractions"]
    return [
        stored(
            folder / f"{name}.npz",
            generate_system.run({}, system=name, fractions=fractions, **SEEDS)["data"],
        )
        for name in SYSTEMS
    ]


def results(outputs: dict[str, Any]) -> tuple[pd.DataFrame, dict[str, float]]:
    (metrics,) = outputs["metrics"].values()
    return outputs["table"], {name: metric["value"] for name, metric in metrics.items()}


def test_sizes_and_exponents(functions: list[Path]) -> None:
    table, metrics = results(
        evaluate_real_functions.run({"circuits": functions}, **FUNCTION_PARAMS)
    )
    assert len(table) == 18
    assert metrics["fan_in"] == 3
    product = table[table["function"] == "product"]
    assert (product["total_places"] == 2 * product["places"] + 2).all()
    slope = np.polyfit(np.log(product["total_places"]), np.log(product["size"]), 1)[0]
    assert metrics["size_exponent_product"] == pytest.approx(slope)
    assert len(metrics) == 13


def test_circuits_and_networks_are_within_the_limit(functions: list[Path]) -> None:
    table, metrics = results(evaluate_sup_error.run({"circuits": functions}, **ERROR_PARAMS))
    theorem = table[table["part"] == "theorem"]
    assert theorem["error"].max() <= 1.0
    assert metrics["network_differences"] == 0
    assert metrics["short_root_growth"] == pytest.approx(0.5)
    # 2 (4 + 2) places of the product are drawn, 6 of the reciprocal are all evaluated
    counted = theorem[theorem["places"] == 4].set_index("function")
    assert counted["every_code"].to_dict() == {
        "product": 0,
        "square_root": 1,
        "distance": 0,
        "reciprocal": 1,
        "logarithm": 1,
        "sine": 1,
    }
    assert counted.loc["logarithm", "codes"] == 2**7
    control = table[(table["part"] == "control") & (table["places"] == 4)]
    least = control[control["kept"] == 4].groupby("function")["error"].max().min()
    assert metrics["short_code_error"] == least
    enough = control[control["error"] <= 1].groupby("function")["kept"].min()
    needed = control.groupby("function")["code_places"].max()
    assert metrics["spare_places"] == (needed - enough).max() == 2  # the root's


def test_more_places_than_float64_has(tmp_path: Path) -> None:
    places = [2, 4, 25]
    made = generate_functions.run({}, function="square_root", places=places, **SEEDS)
    path = stored(tmp_path / "root.npz", made["data"])
    params = {**ERROR_PARAMS, "functions": ["square_root"], "places": places}
    table, metrics = results(evaluate_sup_error.run({"circuits": [path]}, **params))
    wide = table[(table["part"] == "theorem") & (table["places"] == 25)]
    assert wide["error"].tolist() == [1.0]  # where f is 1
    assert metrics["network_differences"] == 0


def changed(path: Path, kind: Kind, to: Kind, folder: Path) -> Path:
    arrays = read_arrays(path)
    for name, array in arrays.items():
        if name.endswith(".kinds"):
            arrays[name] = np.where(array == kind, np.int8(to), array).astype(np.int8)
    return stored(folder / path.name, arrays)


@pytest.mark.parametrize(("kind", "to"), [(Kind.XOR, Kind.OR), (Kind.AND, Kind.OR)])
def test_a_wrong_gate_is_seen_in_every_function(
    kind: Kind, to: Kind, functions: list[Path], tmp_path: Path
) -> None:
    wrong = [changed(path, kind, to, tmp_path) for path in functions]
    _, metrics = results(evaluate_sup_error.run({"circuits": wrong}, **ERROR_PARAMS))
    assert all(metrics[f"error_{name}"] > 1.0 for name in FUNCTIONS)
    assert metrics["network_differences"] == 0  # the network of a wrong circuit is as wrong


def followed(circuits: list[Path], growth: list[Path], **changes: Any) -> dict[str, Any]:
    inputs = {"circuits": circuits, "growth": growth}
    return evaluate_physical_system.run(inputs, **SYSTEM_PARAMS | changes)


def test_trajectories(systems: list[Path], growth: list[Path]) -> None:
    table, metrics = results(followed(systems, growth))
    assert metrics["fan_in"] == 3
    assert metrics["differences"] == metrics["size_deviation"] == 0
    assert metrics["depth_ratio"] == 1
    assert metrics["accuracy_error"] < 1
    parts = table.groupby(["part", "system"]).size().to_dict()
    assert parts["growth", "henon"] == 3 * 8
    assert parts["accurate", "oscillator"] == 3 * 3
    henon = table[(table["part"] == "growth") & (table["system"] == "henon")]
    slopes = [
        np.polyfit(rows["steps"], rows["mean_bits"], 1)[0]
        for _, rows in henon[henon["steps"] >= 2].groupby("run")
    ]
    assert metrics["bits_per_step_henon"] == pytest.approx(np.mean(slopes))
    linear = henon.groupby("steps")["linear_bits"].mean()
    slope = np.polyfit(linear.index[1:], linear[linear.index >= 2], 1)[0]
    assert metrics["linear_bits_per_step_henon"] == pytest.approx(slope)


def test_linear_errors_are_products_of_the_derivatives() -> None:
    system, fraction = SYSTEMS["henon"], 20
    starts = np.array([[0.3], [0.1]])
    errors = trajectories.linear_errors(system, starts, fraction, 3)
    cut = np.floor(starts * 2.0**fraction) / 2.0**fraction
    state, moved = starts[:, 0], (cut - starts)[:, 0]
    for step in range(3):
        # X' = 1.4 - X^2 + Y, Y' = 0.3 X
        moved = np.array([[-2 * state[0], 1.0], [0.3, 0.0]]) @ moved
        state = system.real(state[:, None])[:, 0]
        assert errors[step, 0] == pytest.approx(np.abs(moved).max(), rel=1e-4)


def test_circuits_make_the_errors_that_rounding_makes(systems: list[Path]) -> None:
    for path, system in zip(systems, SYSTEMS.values(), strict=True):
        starts = system.starts(np.random.default_rng(0).random((2, 50)))
        step = PackedCircuit(trajectories.circuit_of(path, read_circuits(path), 8))
        errors = trajectories.circuit_errors(system, step, starts, 8, 5)
        rounded = trajectories.rounding_errors(system, starts, 8, 5)[-1]
        np.testing.assert_array_equal(errors, rounded)


def test_systems_that_trade_places_lose_what_they_are_known_for(
    systems: list[Path], growth: list[Path], tmp_path: Path
) -> None:
    _, metrics = results(followed(systems, growth))
    _, there = results(followed(systems, grown(tmp_path, world="traded")))
    assert there["bits_per_step_henon"] < metrics["bits_per_step_henon"]
    assert there["error_exponent_oscillator"] > metrics["error_exponent_oscillator"]


def test_a_wrong_gate_is_seen_in_every_system(
    systems: list[Path], growth: list[Path], tmp_path: Path
) -> None:
    wrong = [changed(path, Kind.MAJORITY, Kind.XOR, tmp_path) for path in systems]
    table, metrics = results(followed(wrong, growth))
    assert metrics["accuracy_error"] > 1
    assert (table.loc[table["part"] == "composed", "differences"] > 0).all()


def test_too_few_places_are_told(systems: list[Path], growth: list[Path]) -> None:
    with pytest.raises(ValueError, match="add them, or ask for fewer steps"):
        followed(systems, growth, accuracy=12)


def test_circuits_of_another_kind_are_refused(
    functions: list[Path], systems: list[Path], growth: list[Path]
) -> None:
    mixed = {**FUNCTION_PARAMS, "functions": ["square_root"]}
    with pytest.raises(
        ArtifactError, match="has 8 inputs and 2 outputs; square_root takes 6 and 2"
    ):
        evaluate_real_functions.run({"circuits": functions[:1]}, **mixed)
    longer = {**FUNCTION_PARAMS, "places": [2, 5]}
    with pytest.raises(ArtifactError, match="no circuit 'm5'"):
        evaluate_real_functions.run({"circuits": functions}, **longer)
    with pytest.raises(ArtifactError, match="no circuit 'w11'"):
        followed(systems, growth, composed_fraction=11)
