from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.structure_search import (
    evaluate_selecting_estimator,
    generate_separated_tables,
)

TABLES = {
    "root_seed": 3,
    "seed_names": ["factorial", "selecting_estimator"],
    "factors": [2, 2],
    "concentration": 1.0,
    "separation": 0.1,
    "tables": 3,
}
PARAMS = {
    "root_seed": 3,
    "repetitions": 20,
    "samples": [50, 3200],
    "threshold": 0.5,
}


def made(**changes: Any) -> dict[str, np.ndarray]:
    outputs: Any = generate_separated_tables.run({}, **TABLES | changes)
    return dict(outputs["data"])


def evaluate(arrays: dict[str, np.ndarray], **changes: Any) -> Any:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.npz"
        np.savez(path, **arrays)  # type: ignore[arg-type]
        inputs: Any = {"tables": path, "other_tables": [path]}
        return evaluate_selecting_estimator.run(inputs, **PARAMS | changes)


def run(tables: int = 3, **changes: Any) -> Any:
    return evaluate(made(tables=tables), **changes)


def test_tables_without_factors_have_no_true_candidate() -> None:
    base, without = made(), made(world="no_factors")
    for rows in (base, without):
        rows["sorted"] = np.sort(rows.pop("conditional"), axis=2)
    for name, values in base.items():
        np.testing.assert_array_equal(values, without[name])
    outputs = evaluate(made(world="no_factors"))
    assert (outputs["table"]["true_share"] == 0).all()
    metrics = outputs["metrics"]["factorial_selecting_estimator"]
    assert metrics["least_share_once_resolved"]["high"] == 0
    # who trusts the label does worse than the histogram
    many = outputs["table"][outputs["table"]["samples"] == 3200]
    assert (many["informed_distance"] > many["histogram_distance"]).all()


def test_the_identity_changes_nothing() -> None:
    base, identity = made(), made(world="identity")
    for name, values in base.items():
        np.testing.assert_array_equal(values, identity[name])
    with pytest.raises(ValueError, match="planted tables know identity, no_factors"):
        made(world="scramble")


def test_table_and_metrics() -> None:
    outputs = run()
    table = outputs["table"]
    assert table["run"].tolist() == [0, 0, 1, 1, 2, 2]
    assert table["samples"].tolist() == [50, 3200] * 3
    assert (table["separation"] >= 0.1).all()
    few, many = table[table["samples"] == 50], table[table["samples"] == 3200]
    assert (many["true_share"].to_numpy() > few["true_share"].to_numpy()).all()
    assert (many["informed_distance"] < many["histogram_distance"]).all()
    # the number of samples grew 64 times: first-order distances fall eight times
    ratio = few["expected_histogram_distance"].to_numpy()
    ratio = ratio / many["expected_histogram_distance"].to_numpy()
    assert ratio == pytest.approx([8, 8, 8])

    metrics = outputs["metrics"]["factorial_selecting_estimator"]
    gains = (many["histogram_distance"] / many["selected_distance"]) ** 2
    assert metrics["gain"]["value"] == pytest.approx(gains.mean())
    assert metrics["gain"]["n"] == 3
    expected = (many["expected_histogram_distance"] / many["expected_informed_distance"]) ** 2
    assert metrics["expected_gain"]["value"] == pytest.approx(expected.mean())
    assert metrics["gain_over_expected"]["value"] == pytest.approx((gains / expected).mean())
    shares = (few["histogram_distance"] / few["selected_distance"]) ** 2
    assert metrics["gain_at_fewest_samples"]["value"] == pytest.approx(shares.mean())
    assert metrics["least_share_once_resolved"]["value"] > 0.9
    assert metrics["true_share"]["value"] == many["true_share"].mean()
    assert metrics["candidates"]["value"] == 170
    assert 0 < metrics["log_count_over_bound"]["value"] < 1


def test_a_threshold_that_keeps_nothing_gives_the_histogram() -> None:
    """Only the trivial factorization is at no distance from itself."""
    table = run(threshold=1e-9)["table"]
    assert table["selected_distance"].tolist() == table["histogram_distance"].tolist()
    # it is true of every table, and no factorization has been found
    assert (table["true_share"] == 0).all()


def test_a_threshold_that_keeps_everything_gives_the_smallest_complexity() -> None:
    table = run(threshold=1e9, tables=1)["table"]
    # no edge at all: the inputs are ignored
    assert (table["selected_distance"] > table["informed_distance"]).all()
    assert (table["true_share"] == 0).all()


def test_more_tables_or_sample_sizes_change_no_other_draw() -> None:
    rows = run()["table"].set_index(["run", "samples"])
    more = run(tables=4, samples=[50, 100, 3200])["table"].set_index(["run", "samples"])
    assert more.loc[rows.index].equals(rows)
