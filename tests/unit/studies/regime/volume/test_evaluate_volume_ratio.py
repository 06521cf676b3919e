"""Planted Monte Carlo is found again, and theory stands where the readings have it."""

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.volume.evaluate_volume_ratio import run
from compsparse.studies.regime.volume.random_wiring import mean_field_ratios, wiring_ratios
from compsparse.studies.regime.volume.separation import separation_ratios
from tests.unit.studies.regime.volume.conftest import Written, drawing

DENSITIES = [0.2, 0.33]
PARAMS = {"root_seed": 0, "densities": DENSITIES}


def planted(primitives: int = 3, copying: float = 0.7) -> dict[str, np.ndarray]:
    """Return Monte Carlo without noise in narrow layers, and 1.5 times as many masks as expected.

    The layers of 48 units peak at depths 4 and 5.
    """
    data = drawing(networks=1) | {
        "primitives": np.array(primitives),
        "copying": np.array(copying),
        "masks": np.array(10**9),
    }
    laws = [wiring_ratios(primitives, width, 9, copying) for width in (3, 6)]
    wide = np.array([0.0, 0.1, 0.4, 1.0, 0.9, 0.3, 0.6, 0.2, 0.0])
    expected = separation_ratios(primitives, 3, 2, float(data["density"]))
    data["wiring"] = np.tile([*laws, wide], (3, 1, 1))
    data["separated"] = np.tile(np.rint(1.5e9 * expected).astype(np.int64), (3, 1, 1))
    return data


def evaluated(
    data: dict[str, np.ndarray], written: Written
) -> tuple[pd.DataFrame, dict[str, dict[str, Any]]]:
    outputs = run({"monte_carlo": written(data)}, **PARAMS)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_volume_ratio"]


def test_planted_ratios_are_found(written: Written) -> None:
    _, metrics = evaluated(planted(), written)
    assert metrics["wiring_over_exact"]["value"] == pytest.approx(1.0, rel=1e-9)
    assert metrics["separation_over_exact"]["value"] == pytest.approx(1.5, rel=1e-6)
    # layers of 3 units: depths 2 to 5; of 6 units: 2 to 6; planted: 4 and 5
    assert metrics["half_height_width"]["value"] == pytest.approx((4 + 5 + 2) / 3)
    assert metrics["half_height_width"]["n"] == 3


def test_the_readings_peak_at_depths_two_one_and_four(written: Written) -> None:
    table, metrics = evaluated(planted(), written)
    theory = table[table["source"] != "Monte Carlo"].dropna(subset="log10_ratio")
    best = theory.loc[theory.groupby("reading")["log10_ratio"].idxmax()].set_index("reading")
    assert best["depth"].to_dict() == {"live units": 2, "separation": 1, "random wiring": 4}
    assert metrics["spread_of_depths"]["value"] == 3


def test_with_two_primitives_all_peak_in_the_first_layer(written: Written) -> None:
    _, metrics = evaluated(planted(2), written)
    assert metrics["spread_of_depths"]["value"] == 0


def test_rows_are_the_readings(written: Written) -> None:
    table, _ = evaluated(planted(), written)
    assert len(table) == 3 * 3 * 9 + 3 * 3 * 9 + 3 * 2
    cells = table.set_index(["reading", "source", "width", "depth"])["log10_ratio"].sort_index()
    live = cells["live units", "exact", 6, 2].item()
    assert live == pytest.approx(2 * math.log10(20 / 63))
    assert cells["live units", "exact", 6, 1].item() == -math.inf
    narrow = 10 ** cells["random wiring", "exact", 6].to_numpy(dtype=np.float64)
    np.testing.assert_allclose(narrow, wiring_ratios(3, 6, 9, 0.7), atol=1e-15)
    wide = 10 ** cells["random wiring", "mean field", 48].to_numpy(dtype=np.float64)
    np.testing.assert_allclose(wide, mean_field_ratios(3, 9, 0.7), atol=1e-15)


def test_separation_has_the_best_density_and_none_in_wide_layers(written: Written) -> None:
    table, _ = evaluated(planted(), written)
    rows = table[(table["reading"] == "separation") & (table["source"] == "exact")]
    rows = rows.set_index(["width", "depth"])
    assert rows.loc[(6, 3), "density"] == 0.2
    assert rows.loc[(3, 1), "density"] == 0.33
    both = [separation_ratios(3, 6, 3, q)[-1] for q in DENSITIES]
    assert rows.loc[(6, 3), "log10_ratio"] == pytest.approx(math.log10(max(both)))
    assert rows.loc[[48], ["density", "log10_ratio"]].isna().to_numpy().all()


def test_without_an_exact_law_of_wirings_none_is_compared_with(written: Written) -> None:
    data = planted() | {"width": np.array([10, 48, 96])}
    _, metrics = evaluated(data, written)
    assert set(metrics) == {"spread_of_depths", "half_height_width", "separation_over_exact"}


def test_wide_layers_alone_are_refused(written: Written) -> None:
    data = planted()
    data |= {"width": np.array([48, 96, 192]), "wiring": data["wiring"][:, [2, 2, 2]]}
    with pytest.raises(ValueError, match="separation at any width"):
        evaluated(data, written)


def test_monte_carlo_without_a_chain_is_refused(written: Written) -> None:
    data = planted()
    data["wiring"][0, 1] = 0.0
    with pytest.raises(ValueError, match="more networks"):
        evaluated(data, written)
