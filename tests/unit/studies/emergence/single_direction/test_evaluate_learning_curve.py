"""How long a planted loss falls."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.single_direction.evaluate_learning_curve import run
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError

STEP = np.arange(1, 1001)


def history(path: Path, **changes: Any) -> Path:
    """Write runs whose losses fall in a straight line over 200 steps, each at its own time."""
    begin = np.array([300.0, 500.0, 700.0, 2000.0])
    loss = np.clip(1 - (STEP - begin[:, None]) / 200, 0.0, 1.0)
    reached = begin[:, None] + 200 * np.array([0.1, 0.5, 0.9])
    reached[-1] = np.nan
    arrays = {
        "order": np.array(3),
        "dimension": np.array(16),
        "step": STEP,
        "loss": loss,
        **dict(zip(("begun", "half", "fallen"), reached.T, strict=True)),
        "failed": np.zeros(4, dtype=bool),
    } | changes
    path.write_bytes(encode(path, {k: v for k, v in arrays.items() if v is not None}))
    return path


def evaluated(path: Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    outputs = run({"histories": [path]}, root_seed=0)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["emergence_learning_curve"]


def test_the_fall_is_measured_run_by_run(tmp_path: Path) -> None:
    table, metrics = evaluated(history(tmp_path / "history.npz"))
    expected = np.mean([160 / (begin + 180) for begin in (300, 500, 700)])
    assert metrics["fall_share_order_3"]["value"] == pytest.approx(expected)
    assert metrics["fall_share_order_3"]["n"] == 3
    at_half = table[table["fraction"] == 1.0]
    np.testing.assert_allclose(at_half["loss"], 0.5, atol=0.01)
    assert table.groupby("run")["outcome"].first().tolist() == ["fallen"] * 3 + ["not fallen"]


def test_curves_end_with_the_training_or_an_overflow(tmp_path: Path) -> None:
    failed = np.array([True, False, False, True])
    loss = np.clip(1 - (STEP - np.array([[300.0], [500.0], [700.0], [2000.0]])) / 200, 0.0, 1.0)
    loss[0, 500:] = np.nan
    table, _ = evaluated(history(tmp_path / "history.npz", loss=loss, failed=failed))
    reach = (table["fraction"] * table["half_step"]).groupby(table["run"]).max()
    assert reach[0] <= 500 < reach[1]
    assert reach[2] <= 1000
    assert table[table["run"] == 3]["outcome"].tolist() == ["failed"]


def test_unusable_histories_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "history.npz"
    with pytest.raises(ArtifactError, match="The array 'half' is missing"):
        evaluated(history(path, half=None))
    with pytest.raises(ArtifactError, match="loss has 5 entries along logged; step has 1000"):
        evaluated(history(path, loss=np.ones((4, 5))))
    with pytest.raises(ValueError, match="No run of order 3 has fallen"):
        evaluated(history(path, fallen=np.full(4, np.nan)))
