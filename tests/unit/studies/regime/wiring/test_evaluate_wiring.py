"""The statistics compare run by run, at matched error, and say what cannot be compared."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.wiring import evaluate_wiring
from compsparse.studies.regime.wiring.controls import GENOME, KINDS
from tests.unit.studies.regime.wiring.planted import planted_files, scores_file
from workflow_engine.artifacts.arrays import encode

RUNS = 3


@pytest.fixture
def evaluated(tmp_path: Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    inputs, params = planted_files(tmp_path, RUNS)
    outputs = evaluate_wiring.run(inputs, **params)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    return table, metrics["regime_wiring"]


def test_planted_differences_are_found(evaluated: tuple[pd.DataFrame, dict[str, Any]]) -> None:
    _, metrics = evaluated
    # own wirings lie 0.3 above the null, and controls 0.1 times their place among the kinds below
    assert metrics["excess_face_muon"]["value"] == pytest.approx(0.3, abs=1e-6)
    for place, control in enumerate(("rewired", "foreign", "permuted", "random"), start=1):
        found = metrics[f"over_{control}_face_muon"]
        assert found["value"] == pytest.approx(0.1 * place, abs=1e-6)
        assert found["n"] == RUNS
    assert metrics["score_over_controls_face_muon"]["value"] == pytest.approx(0.25, abs=1e-6)
    assert metrics["score_with_symmetry_over_controls_face_muon"]["value"] == pytest.approx(
        0.25, abs=1e-6
    )
    assert metrics["dense_excess_muon"]["value"] == pytest.approx(0.0, abs=1e-6)
    assert metrics["genome_over_dense_face_muon"]["value"] == pytest.approx(0.9 - 0.4, abs=1e-6)
    assert metrics["comparable"]["value"] == 1.0
    assert metrics["count_spread"]["value"] == 0.0


def test_the_table_has_every_network(evaluated: tuple[pd.DataFrame, dict[str, Any]]) -> None:
    table, _ = evaluated
    networks = table[~table["reference"]]
    assert networks["kind"].value_counts().to_dict() == {
        GENOME: 1,
        **dict.fromkeys(KINDS[1:], RUNS),
    }
    assert networks.loc[networks["kind"] == GENOME, "excess_alignment"].isna().all()
    assert table["reference"].sum() == 2 * 2 * 5


def test_runs_beyond_the_null_are_left_out(tmp_path: Path) -> None:
    inputs, params = planted_files(tmp_path, RUNS, beyond=("rewired", 1))
    outputs = evaluate_wiring.run(inputs, **params)["metrics"]
    assert isinstance(outputs, dict)
    metrics = outputs["regime_wiring"]
    assert metrics["over_rewired_face_muon"]["n"] == RUNS - 1
    assert metrics["score_over_controls_face_muon"]["n"] == RUNS - 1
    assert metrics["over_random_face_muon"]["n"] == RUNS
    trained = RUNS * (len(KINDS) - 1)
    assert metrics["comparable"]["value"] == pytest.approx(1 - 1 / trained)


def test_scores_of_other_networks_are_refused(tmp_path: Path) -> None:
    inputs, params = planted_files(tmp_path, RUNS)
    other = tmp_path / "other.npz"
    other.write_bytes(encode(other, scores_file(np.zeros(4, dtype=np.int64), {})))
    with pytest.raises(ValueError, match="both must be of the same networks"):
        evaluate_wiring.run(inputs | {"scores": [other]}, **params)
