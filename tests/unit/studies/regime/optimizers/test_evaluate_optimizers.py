"""Planted losses, by optimizer and rate."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.optimizers import evaluate_optimizer_influence, evaluate_optimizers
from compsparse.studies.regime.optimizers.evaluate_optimizers import RateCell
from compsparse.studies.regime.optimizers.rate_name import rate_name
from tests.unit.studies.regime.methods.planted import pruned_table

# log10 of final losses at rates 1e-3 and 5e-3
FINAL = {"adam": (-1.0, -2.0), "muon": (-2.5, -1.5), "muon_20": (-2.6, -2.7)}


def evaluated(folder: Path) -> dict[str, Any]:
    labels = []
    paths = []
    for target, shift in (("face", 0.0), ("car", 0.3)):
        for optimizer, finals in FINAL.items():
            for rate, final in zip((0.001, 0.005), finals, strict=True):
                errors = np.array([[1.0, 10.0 ** (final + shift + 0.1 * run)] for run in range(3)])
                path = folder / f"{target}-{optimizer}-{rate}.npz"
                np.savez(
                    path,
                    steps=np.array([10, 400]),
                    error_curve=errors,
                    training_loss=errors * 2,
                    weights=np.zeros((3, 4), dtype=np.float32),
                )
                labels.append(RateCell(optimizer, rate, target))
                paths.append(path)
    params = {"root_seed": 1, "networks": labels}
    return dict(evaluate_optimizers.run({"networks": paths}, **params))


def test_ratios_of_final_losses_are_paired(tmp_path: Path) -> None:
    outputs = evaluated(tmp_path)
    metrics = outputs["metrics"]["regime_optimizers"]
    found = {name: metric["value"] for name, metric in metrics.items()}
    assert found == pytest.approx(
        {
            "muon_over_adam_rate_1e_3": -1.5,
            "muon_over_adam_rate_5e_3": 0.5,
            "muon_over_adam_best_rates": -0.5,
            "ns20_over_ns5_rate_1e_3": -0.1,
            "ns20_over_ns5_rate_5e_3": -1.2,
            "ns20_over_ns5_best_rates": -0.2,
        }
    )
    assert {metric["n"] for metric in metrics.values()} == {3}


def test_every_logged_step_is_a_row(tmp_path: Path) -> None:
    table: pd.DataFrame = evaluated(tmp_path)["table"]
    assert len(table) == 2 * 3 * 2 * 3 * 2
    row = table[
        (table["target"] == "car")
        & (table["optimizer"] == "muon")
        & (table["rate"] == 0.001)
        & (table["run"] == 2)
        & (table["step"] == 400)
    ].iloc[0]
    assert row["error"] == pytest.approx(10.0 ** (-2.5 + 0.3 + 0.2))
    assert row["training_loss"] == pytest.approx(2 * row["error"])


@pytest.mark.parametrize(
    ("rate", "name"), [(5e-3, "5e_3"), (1e-4, "1e_4"), (2.5e-4, "2p5e_4"), (10.0, "1e1")]
)
def test_rates_have_names_for_files(rate: float, name: str) -> None:
    assert rate_name(rate) == name


def test_the_influence_is_read_after_the_last_round_of_similarity_pruning(tmp_path: Path) -> None:
    kinds = {"connection_similarity": 0.6, "unit_merging": 0.7, "wanda": 0.2}
    table = pruned_table(kinds, ["adam", "muon", "muon_20"])
    table.loc[table["level"] == "round_1", "alignment"] = 0.0
    table.to_csv(tmp_path / "table.csv", index=False)
    outputs: dict[str, Any] = dict(
        evaluate_optimizer_influence.run({"networks": tmp_path / "table.csv"}, root_seed=1)
    )
    metrics = outputs["metrics"]["regime_optimizer_influence"]
    for method in ("connection_similarity", "unit_merging"):
        for measure in ("alignment", "excess_alignment", "score"):
            assert metrics[f"spread_{method}_{measure}"]["value"] == pytest.approx(0.2)
            assert metrics[f"adam_minus_muon_{method}_{measure}"]["value"] == pytest.approx(-0.1)
            assert metrics[f"ns20_minus_ns5_{method}_{measure}"]["value"] == pytest.approx(0.1)
        name = f"adam_minus_muon_{method}_log_error"
        assert metrics[name]["value"] == pytest.approx(np.log10(0.5))
    assert set(outputs["table"]["kind"]) == {"connection_similarity", "unit_merging"}
    assert len(outputs["table"]) == 2 * 3 * 3 * 2


def test_a_seed_without_a_value_says_nothing_about_the_spread(tmp_path: Path) -> None:
    table = pruned_table({"unit_merging": 0.7}, ["adam", "muon"])
    gone = (table["run"] == 2) & (table["training"] == "adam")
    table.loc[gone, "excess_alignment"] = float("nan")
    table.to_csv(tmp_path / "table.csv", index=False)
    outputs: dict[str, Any] = dict(
        evaluate_optimizer_influence.run({"networks": tmp_path / "table.csv"}, root_seed=1)
    )
    metrics = outputs["metrics"]["regime_optimizer_influence"]
    assert metrics["spread_unit_merging_excess_alignment"]["n"] == 2
    assert metrics["spread_unit_merging_alignment"]["n"] == 3
    assert "ns20_minus_ns5_unit_merging_alignment" not in metrics
