"""Gains are over the dense network of the same seed, after the last round."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from compsparse.studies.regime.methods import evaluate_orthogonality
from tests.unit.studies.regime.methods.planted import pruned_table

KINDS = {"connection_similarity": 0.6, "unit_merging": 0.7, "wanda": 0.9, "random_edges": 0.65}


def evaluated(table: pd.DataFrame, folder: Path, training: str) -> dict[str, Any]:
    table.to_csv(folder / "table.csv", index=False)
    params = {"root_seed": 1, "training": training}
    return dict(evaluate_orthogonality.run({"networks": folder / "table.csv"}, **params))


def test_planted_gains_are_found(tmp_path: Path) -> None:
    table = pruned_table(KINDS, ["adam", "muon"])
    first = table["level"] == "round_1"
    table.loc[first, ["orthogonality", "effective_rank"]] = 0.0  # the last round counts
    outputs = evaluated(table, tmp_path, "muon")
    metrics = outputs["metrics"]["regime_orthogonality"]
    found = {name: metric["value"] for name, metric in metrics.items()}
    for target in ("face", "two_objects"):
        # muon's networks are planted 0.1 higher; the dense ones are at 0.5 before any shift
        name = f"gain_{target}_connection_similarity"
        assert found[f"{name}_orthogonality"] == pytest.approx(0.6 + 0.1 - 0.5)
        assert found[f"{name}_effective_rank"] == pytest.approx((0.6 + 0.1 - 0.5) / 2)
    assert found["over_random_unit_merging_orthogonality"] == pytest.approx(0.05)
    assert found["over_random_connection_similarity_orthogonality"] == pytest.approx(-0.05)
    kinds = {"dense", "connection_similarity", "unit_merging", "random_edges"}
    assert set(outputs["table"]["kind"]) == kinds


def test_networks_without_units_to_compare_are_left_out(tmp_path: Path) -> None:
    table = pruned_table(KINDS, ["muon"])
    gone = (table["kind"] == "unit_merging") & (table["run"] == 1)
    table.loc[gone, "orthogonality"] = float("nan")
    metrics = evaluated(table, tmp_path, "muon")["metrics"]["regime_orthogonality"]
    assert metrics["gain_face_unit_merging_orthogonality"]["n"] == 2
    assert metrics["gain_face_connection_similarity_orthogonality"]["n"] == 3


def test_a_training_that_nothing_had_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="trained by 'muon'; trainings: adam, none"):
        evaluated(pruned_table(KINDS, ["adam"]), tmp_path, "muon")
