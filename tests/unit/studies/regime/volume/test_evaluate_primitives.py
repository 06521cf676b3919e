"""Peaks by the number of primitives, against the curves themselves."""

from typing import Any

import pandas as pd
import pytest

from compsparse.studies.regime.volume.evaluate_primitives import run
from compsparse.studies.regime.volume.random_wiring import mean_field_ratios

PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "primitives": [2, 3, 4],
    "copying": [0.5, 0.7],
    "depth": 15,
    "narrow_at": 3,
}


def evaluated(**changes: Any) -> tuple[pd.DataFrame, dict[str, float]]:
    outputs = run({}, **(PARAMS | changes))
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, {name: metric["value"] for name, metric in metrics["regime_primitives"].items()}


def test_metrics_are_those_of_the_curves() -> None:
    _, metrics = evaluated()
    # half height at P = 3: depths 2 to 4 and 2 to 7; peaks at 1, 2, 3 and 1, 4, 5
    assert metrics["least_half_height_width"] == 3
    assert metrics["largest_half_height_width"] == 6
    assert metrics["least_peak_step"] == 1
    heights = [mean_field_ratios(p, 15, 0.7).max() for p in (2, 3)]
    assert metrics["least_height_factor"] == pytest.approx(heights[0] / heights[1])


def test_two_primitives_are_a_closed_form() -> None:
    # e_2 in layer 1: 1 - a, of the only pair there is
    table, _ = evaluated()
    rows = table[(table["primitives"] == 2) & (table["depth"] == 1)]
    assert rows.set_index("copying")["ratio"].to_dict() == pytest.approx({0.5: 0.5, 0.7: 0.3})


def test_the_table_has_every_curve_and_its_peak() -> None:
    table, _ = evaluated()
    assert len(table) == 2 * 3 * 15
    counts = table.groupby(["copying", "primitives"])["at_half_height"].sum()
    assert counts[0.5, 3] == 3 and counts[0.7, 3] == 6


def test_widths_are_those_of_the_number_that_is_asked_for() -> None:
    _, metrics = evaluated(narrow_at=2)
    assert (metrics["least_half_height_width"], metrics["largest_half_height_width"]) == (2, 4)


def test_depths_that_end_on_the_peak_are_refused() -> None:
    with pytest.raises(ValueError, match=r"3 primitives and copying 0\.7 .* at depth 6; raise"):
        evaluated(depth=6)
