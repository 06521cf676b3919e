"""Best depths that are planted on a line, and off it."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.prediction.evaluate_depth_prediction import run
from tests.unit.studies.regime.targets.test_predicted_depth import ARTIFACTS

SP = "connection_similarity"
PARAMS: dict[str, Any] = {"root_seed": 0, "artifacts": ARTIFACTS, "shallowest": 4, "deepest": 16}


def evaluated(folder: Path, best: list[int]) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Evaluate targets of complexities 0.00, 0.01, ..., of which the last has not been swept."""
    names = [f"target_{place}" for place in range(len(best) + 1)]
    lines = [(name, 0.01 * place, line) for place, name in enumerate(names) for line in range(2)]
    pd.DataFrame(lines, columns=["target", "complexity", "line"]).to_csv(
        folder / "targets.csv", index=False
    )
    peaks = [
        (name, kind, measure, seed, depth)
        for name, depth in zip(names, best, strict=False)
        for kind in ("dense", SP)
        for measure in ("score", "excess_score", "alignment")
        for seed in range(2)
        if (kind, measure, name) != (SP, "excess_score", "target_0")
    ]
    pd.DataFrame(peaks, columns=["target", "kind", "measure", "run", "best"]).to_csv(
        folder / "peaks.csv", index=False
    )
    inputs = {"complexities": folder / "targets.csv", "peaks": folder / "peaks.csv"}
    outputs = run(inputs, **PARAMS)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_depth_prediction"]


def test_the_line_of_the_others_finds_what_lies_on_it(tmp_path: Path) -> None:
    best = [4, 5, 6, 7, 8, 9, 10, 11]
    table, metrics = evaluated(tmp_path, best)
    rows = table[(table["kind"] == SP) & (table["measure"] == "score")]
    np.testing.assert_allclose(rows["by_others"], best)
    np.testing.assert_allclose(rows["by_mean"], (sum(best) - np.array(best)) / 7)
    gains = np.abs(np.array(best) - (sum(best) - np.array(best)) / 7)
    assert metrics[f"gain_score_{SP}"]["samples"] == pytest.approx(gains.tolist())
    # one target has no excess: seven are too few; dense networks are shown, not judged
    assert set(metrics) == {"targets", f"gain_score_{SP}"}
    assert metrics["targets"]["value"] == 8


def test_where_complexity_misleads_the_gain_is_negative(tmp_path: Path) -> None:
    _, metrics = evaluated(tmp_path, [4, 16, 4, 16, 4, 16, 4, 16, 4])
    assert metrics[f"gain_score_{SP}"]["value"] < 0
    assert metrics[f"gain_excess_score_{SP}"]["n"] == 8


def test_few_targets_are_shown_with_the_documents_prediction_alone(tmp_path: Path) -> None:
    table, metrics = evaluated(tmp_path, [6, 12])
    assert set(metrics) == {"targets"} and metrics["targets"]["value"] == 2
    assert table["by_others"].isna().all()
    sources = table.drop_duplicates(["source", "target"]).groupby("source")["target"].agg(list)
    assert sources["not swept"] == ["target_2"]
    assert sources["document"] == ["skull", "butterfly", "apple"]
    document = table[table["source"] == "document"]
    assert document["line"].tolist() == pytest.approx([11.13, 17.21, 32.66], abs=0.01)
    assert document["predicted"].tolist() == [11, 16, 16]
    assert (table.loc[table["source"] != "document", "predicted"] == 4).all()
    assert (table["measure"] != "alignment").all()


def test_predictions_of_the_others_stay_on_the_grid(tmp_path: Path) -> None:
    table, _ = evaluated(tmp_path, [16, 4, 6, 8, 10, 12, 14, 16])
    first = table[(table["kind"] == SP) & (table["measure"] == "score")].iloc[0]
    assert first["by_others"] == 4  # the line through the others says 2
