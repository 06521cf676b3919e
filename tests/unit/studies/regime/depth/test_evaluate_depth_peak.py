"""Seeds without a value at some depth are left out, and targets where few are left."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.depth import evaluate_depth_peak

DEPTHS = (4, 6, 8, 10, 12)
PARAMS = {"root_seed": 0, "apart": 2, "permutations": 20}


def networks(unknown: list[tuple[str, int]]) -> pd.DataFrame:
    """Return a peak at 8 layers for one target and at 10 for the other, with a few unknowns."""
    random = np.random.default_rng(0)
    rows = []
    for target, best in (("face", 8), ("two_objects", 10)):
        for depth in DEPTHS:
            for run in range(5):
                value = float(depth == best) + 0.01 * random.normal()
                known = (target, run) not in unknown or depth != 12
                rows.append((target, depth, run, value if known else np.nan))
    table = pd.DataFrame(rows, columns=["target", "depth", "run", "alignment"])
    same = {f"excess_{name}": table["alignment"] for name in ("alignment", "score")}
    return table.assign(
        score=table["alignment"], **same, kind="unit_merging", stage=2, reference=False
    )


def metrics(table: pd.DataFrame, folder: Path) -> dict[str, dict[str, float]]:
    path = folder / "networks.csv"
    table.to_csv(path, index=False)
    found = evaluate_depth_peak.run({"networks": path}, **PARAMS)["metrics"]
    assert isinstance(found, dict)
    metrics: dict[str, dict[str, float]] = found["regime_depth_peak"]
    return metrics


def test_a_dead_network_costs_its_seed_alone(tmp_path: Path) -> None:
    found = metrics(networks([("face", 1)]), tmp_path)
    assert found["margin_face_unit_merging_alignment"]["n"] == 4
    assert found["margin_two_objects_unit_merging_alignment"]["n"] == 5
    # seeds are paired over targets
    assert found["own_depth_unit_merging_alignment"]["n"] == 4
    assert found["own_depth_unit_merging_alignment"]["value"] == pytest.approx(1.0, abs=0.02)
    assert found["peaks"]["value"] == 2


def test_a_target_with_few_seeds_left_is_not_judged(tmp_path: Path) -> None:
    found = metrics(networks([("face", 0), ("face", 1), ("face", 2)]), tmp_path)
    assert "margin_face_unit_merging_alignment" not in found
    assert "own_depth_unit_merging_alignment" not in found
    assert found["peaks"]["value"] == 1
