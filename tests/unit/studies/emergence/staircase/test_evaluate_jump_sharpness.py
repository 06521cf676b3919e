from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.staircase import evaluate_jump_sharpness, render_jump_sharpness
from compsparse.studies.emergence.staircase.isolated_neuron import relative_rise
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError

ORDERS = [2, 3, 4]
DIMENSIONS = [1000, 10_000, 100_000]


def closed(order: int, dimension: int) -> float:
    return float(relative_rise(order, np.array(dimension**-0.5)))


def histories(
    folder: Path, rise: Callable[[int, int], float] = closed, **changes: Any
) -> list[Path]:
    """Write a history for each dimension, of 3 runs and 4 directions with the given rise / T."""
    paths = []
    for dimension in DIMENSIONS:
        share = np.array([rise(order, dimension) for order in ORDERS])[:, None, None]
        aligned = np.ones((3, 3, 4)) * np.arange(1.0, 5.0)
        arrays = {
            "orders": np.array(ORDERS),
            "dimension": np.array(dimension),
            "begun": aligned * (1 - share / 2),
            "aligned": aligned,
            "done": aligned * (1 + share / 2),
            "start": np.full((3, 3, 4), dimension**-0.5),
            **changes,
        }
        path = folder / f"{dimension}.npz"
        path.write_bytes(encode(path, {k: v for k, v in arrays.items() if v is not None}))
        paths.append(path)
    return paths


def evaluated(paths: list[Path]) -> tuple[pd.DataFrame, dict[str, dict[str, float]]]:
    outputs: Any = evaluate_jump_sharpness.run({"histories": paths}, root_seed=0)
    return outputs["table"], outputs["metrics"]["emergence_jump_sharpness"]


def test_planted_powers_are_found(tmp_path: Path) -> None:
    _, metrics = evaluated(histories(tmp_path, lambda order, d: 0.5 * d ** (-order / 10)))
    for order in ORDERS:
        assert metrics[f"exponent_order_{order}"]["value"] == pytest.approx(-order / 10)
    assert metrics["bend_order_2"]["value"] == pytest.approx(1)
    assert metrics["bend_order_2"]["n"] == 3


def test_isolated_neurons_have_no_error_and_a_bend_at_order_2(tmp_path: Path) -> None:
    table, metrics = evaluated(histories(tmp_path))
    assert list(table) == list(render_jump_sharpness.run.columns)
    assert len(table) == 3 * 3 * 3 * 4
    assert metrics["closed_form_error"]["value"] == pytest.approx(0, abs=1e-9)
    assert metrics["exponent_order_4"]["value"] == pytest.approx(-1, abs=0.02)
    assert metrics["bend_order_2"]["value"] < 0.8
    assert metrics["learned_share"]["value"] == 1


def test_the_worst_cell_counts(tmp_path: Path) -> None:
    def wider(order: int, dimension: int) -> float:
        return closed(order, dimension) * (1.3 if (order, dimension) == (3, 10_000) else 1.1)

    _, metrics = evaluated(histories(tmp_path, wider))
    assert metrics["closed_form_error"]["value"] == pytest.approx(0.3)


def test_two_dimensions_have_an_exponent_and_no_bend(tmp_path: Path) -> None:
    _, metrics = evaluated(histories(tmp_path)[:2])
    assert "exponent_order_2" in metrics
    assert "bend_order_2" not in metrics


def test_directions_never_learned_are_counted_and_left_out(tmp_path: Path) -> None:
    done = np.full((3, 3, 4), 8.0)
    done[:, :, 3] = np.nan
    table, metrics = evaluated(histories(tmp_path, done=done))
    assert table["relative_rise"].isna().sum() == 3 * 3 * len(DIMENSIONS)
    assert set(table[table["closed_form"].isna()]["rank"]) == {4}
    assert metrics["learned_share"]["value"] == pytest.approx(0.75)
    with pytest.raises(ValueError, match="No direction of order 2 in 1000 dimensions"):
        evaluated(histories(tmp_path, done=np.full((3, 3, 4), np.nan)))


def test_broken_histories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="'done' is missing"):
        evaluated(histories(tmp_path, done=None))
    with pytest.raises(ArtifactError, match="start has 3 entries along direction; begun has 4"):
        evaluated(histories(tmp_path, start=np.ones((3, 3, 3))))
    with pytest.raises(ArtifactError, match="entries along order"):
        evaluated(histories(tmp_path, orders=np.array([3, 4])))
    paths = histories(tmp_path)
    with pytest.raises(ValueError, match="exactly once"):
        evaluated([*paths, paths[0]])
