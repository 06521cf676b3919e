"""The result ``circuits_threshold_adder``."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.threshold import bounded
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from compsparse.studies.circuits.threshold_gates import (
    evaluate_threshold_adder,
    generate_threshold_adders,
)

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["circuits", "threshold_adder"],
    "sources": [2, 4, 8],
    "exhaustive_sources": [1, 3, 5],
    "thresholds": 4,
    "bits": [2, 3],
    "drawn_inputs": 64,
    "runs": 3,
}


def evaluated(folder: Path, params: dict[str, Any]) -> Any:
    made: Any = generate_threshold_adders.run({}, **params)["data"]
    path = folder / "adders.npz"
    np.savez(path, **made)
    wanted = {name: params[name] for name in ("root_seed", "sources", "bits")}
    return evaluate_threshold_adder.run({"adders": path}, **wanted)


def values(folder: Path, params: dict[str, Any]) -> dict[str, float]:
    metrics = evaluated(folder, params)["metrics"]["circuits_threshold_adder"]
    return {name: metric["value"] for name, metric in metrics.items()}


def test_rows_and_metrics(tmp_path: Path) -> None:
    result = evaluated(tmp_path, PARAMS)
    table = result["table"]
    assert len(table) == (1 + 2 * 3) * 3
    unit = table[table["bits"] == 1]
    assert unit["run"].tolist() == [0, 0, 0] and unit["sources"].tolist() == [2, 4, 8]
    metrics = result["metrics"]["circuits_threshold_adder"]
    assert metrics["agreement"]["value"] == metrics["agreement_drawn"]["value"] == 1
    assert metrics["fan_in"]["value"] == 3
    assert 0.2 < metrics["size_limit_share"]["value"] <= 1
    assert 0.5 < metrics["depth_limit_share"]["value"] <= 1
    depths = unit["depth"].to_numpy(dtype=float)
    assert metrics["depth_per_doubling_unit"]["value"] == (depths[2] - depths[0]) / 2
    assert metrics["gates_per_source_unit"]["value"] == unit["size"].iloc[-1] / 8
    three_bits = table[(table["bits"] == 3) & (table["sources"] == 8)]
    assert metrics["gates_per_source_bits_3"]["value"] == pytest.approx(
        three_bits["size"].mean() / 8
    )
    extra = three_bits["depth"].mean() - depths[2]
    assert metrics["extra_depth_bits_3"]["value"] == pytest.approx(extra)
    assert metrics["extra_depth_bits_3"]["n"] == 3


def test_more_runs_and_sources_change_no_earlier_weights(tmp_path: Path) -> None:
    few = evaluated(tmp_path, PARAMS)["table"]
    more = {**PARAMS, "runs": 4, "sources": [2, 4, 8, 16]}
    many = evaluated(tmp_path, more)["table"]
    many = many[(many["run"] < 3) & (many["sources"] < 16)]
    np.testing.assert_array_equal(many.to_numpy(), few.to_numpy())


def test_a_wrong_circuit_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = bounded.bounded_fan_in

    def off_by_one(gate: ThresholdCircuit) -> Circuit:
        return right(
            ThresholdCircuit(
                gate.inputs,
                gate.thresholds + 1,
                gate.offsets,
                gate.sources,
                gate.weights,
                gate.outputs,
            )
        )

    monkeypatch.setattr(bounded, "bounded_fan_in", off_by_one)
    wrong = values(tmp_path, PARAMS)
    assert wrong["agreement"] < 1 and wrong["agreement_drawn"] < 1


def test_two_gates_behind_each_triple_size_and_depth(tmp_path: Path) -> None:
    plain = evaluated(tmp_path, PARAMS)["table"]
    tripled = evaluated(tmp_path, PARAMS | {"world": "tripled"})["table"]
    # constants stay single
    assert (tripled["size"] <= 3 * plain["size"]).all()
    assert (tripled["size"] >= 3 * plain["size"] - 4).all()
    np.testing.assert_array_equal(tripled["depth"], 3 * plain["depth"])
    np.testing.assert_array_equal(tripled["size_limit"], plain["size_limit"])
